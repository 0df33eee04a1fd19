/**
 * What `propagate` adds to the example applications: how many files and functions are transformed without and with it, the bytes of what
 * was transformed (minified and compressed), and the processor time: `node scripts/propagate.mjs`, after `npm run build`.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { transformSync } from "esbuild";
import { SingleFiles } from "../packages/transformer/dist/integrations/single-files.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const [, script = "", folder, propagate] = process.argv;
if (folder === undefined) {
  const examples = readdirSync(join(root, "examples")).map((name) => `examples/${name}`);
  for (const application of [...examples, "packages/demo"]) {
    for (const isOn of ["false", "true"]) {
      execFileSync(process.execPath, [script, application, isOn], { cwd: root, stdio: "inherit" });
    }
  }
} else {
  const sources = readdirSync(join(root, folder, "src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.d)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const files = new SingleFiles({ propagate: propagate === "true" }, join(root, folder));
  const started = process.cpuUsage();
  let [transformed, functions] = [0, 0];
  const outputs = sources.map((file) => {
    const code = readFileSync(file, "utf8");
    const wanted = files.wanted(file, code);
    const made = wanted && files.transform(code, wanted, { isCommonJs: false });
    transformed += Number(made?.isRewritten ?? false);
    functions += made?.functions.preemptable ?? 0;
    return made?.code ?? code;
  });
  const { user, system } = process.cpuUsage(started);
  const minified = outputs.map((code) => transformSync(code, { loader: "tsx", minify: true }).code).join("");
  console.log(
    `${folder}, propagate ${propagate}: ${sources.length} files, ${transformed} transformed, ${functions} functions, ${gzipSync(minified).length} bytes, ${Math.round((user + system) / 1000)} ms`,
  );
}
