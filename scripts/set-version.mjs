/** Writes the version of the public packages into packages/abi, after changesets have set it: `npm run changeset:version`. */
import { readFileSync, writeFileSync } from "node:fs";

const file = new URL("../packages/abi/src/modules.ts", import.meta.url);
const { version } = JSON.parse(readFileSync(new URL("../packages/runtime/package.json", import.meta.url), "utf8"));
const text = readFileSync(file, "utf8");
writeFileSync(file, text.replace(/(?<=export const version = ")[^"]*/, version));
