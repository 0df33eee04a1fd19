/** `npm run badges`: writes the sizes that the README shows, as they are measured now. A test compares them. */
import { mkdirSync, writeFileSync } from "node:fs";
import { makeBadge } from "badge-maker";
import { priceOfFirst, shown, withAll, withCore } from "../test/measured-sizes.ts";

const folder = new URL("../docs/images/badges/", import.meta.url);
mkdirSync(folder, { recursive: true });
const badges = {
  "first-with-core": ["first preemptable function, core", await priceOfFirst(withCore)],
  "first-with-all": ["with the whole scheduler", await priceOfFirst(withAll)],
} as const;
for (const [name, [label, bytes]] of Object.entries(badges)) {
  const svg = makeBadge({ label, message: `${shown(bytes)} gzip`, color: "0b6e4f", labelColor: "#444" });
  writeFileSync(new URL(`${name}.svg`, folder), `${svg}\n`);
  console.log(`${name}: ${shown(bytes)}`);
}
