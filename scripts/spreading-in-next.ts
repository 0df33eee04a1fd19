/**
 * `npm run spreading -- --work <folder>`: docs/how-preemption-spreads.md in a project of Next.js, built with Turbopack and with webpack.
 * Installs our packages as they are published, and Next.js (150 MB, which is why no test does). The exit code is 1 if a call does not do
 * what the page says of it.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { installPackages } from "../benchmarks/src/install-packages.ts";
import { campaignWords } from "../packages/transformer/test/kit/campaign-words.ts";
import { countsSay, pageSays } from "../packages/transformer/test/kit/spreading-page.ts";
import { packPackage } from "./pack-package.ts";

const files = {
  "next.config.mjs": `import preempt from "@preempt/transformer/next";
export default preempt()({ typescript: { ignoreBuildErrors: true } });
`,
  "app/layout.tsx": "export default function Layout({ children }) { return <html><body>{children}</body></html>; }\n",
  "app/page.tsx": "export default function Page() { return <p>Counts</p>; }\n",
  // Static: the build runs it, and writes down what it returns.
  "app/counts/route.ts": `import { driveAsync } from "@preempt/runtime/testing";
import { calls, expected } from "../../src/calls.ts";

export const dynamic = "force-static";

export async function GET() {
  const seen = {};
  for (const [name, call] of Object.entries(calls)) {
    const { value, preemptions } = await driveAsync(call, { budget: 0 });
    seen[name] = value === expected ? preemptions : "returned " + value;
  }
  return Response.json(seen);
}
`,
};

const root = fileURLToPath(new URL("..", import.meta.url));
const { values } = campaignWords(import.meta.url, { options: { work: { type: "string" } } });
if (values.work === undefined) {
  console.error("--work names the folder for the project.");
  process.exit(2);
}
const folder = resolve(values.work);

installPackages(folder, {
  "@preempt/runtime": pack("runtime"),
  "@preempt/transformer": pack("transformer"),
  "@types/node": "24",
  "@types/react": "19",
  next: "16.4.6",
  react: "19",
  "react-dom": "19",
  typescript: "6",
});
cpSync(join(root, "packages/transformer/test/projects/spreading/src"), join(folder, "src"), { recursive: true });
for (const [name, text] of Object.entries(files)) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}
const said = pageSays();
for (const bundler of ["turbopack", "webpack"]) {
  const seen = countsSay(build(bundler));
  const wrong = Object.keys({ ...said, ...seen }).filter((call) => !isDeepStrictEqual(said[call], seen[call]));
  for (const call of wrong) console.log(`${bundler}: ${call}: ${seen[call]}, and the page says ${said[call]}`);
  console.log(
    `${bundler}: ${Object.keys(said).length - wrong.length} of ${Object.keys(said).length} calls as the page says`,
  );
  if (wrong.length > 0) process.exitCode = 1;
}

function pack(name: string): string {
  const tarballs = join(folder, "tarballs", name);
  rmSync(tarballs, { recursive: true, force: true });
  mkdirSync(tarballs, { recursive: true });
  return `file:${packPackage(join(root, "packages", name), tarballs)}`;
}

function build(bundler: string): Record<string, number | string> {
  rmSync(join(folder, ".next"), { recursive: true, force: true });
  execFileSync(process.execPath, ["node_modules/next/dist/bin/next", "build", `--${bundler}`], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1" },
  });
  return JSON.parse(readFileSync(join(folder, ".next/server/app/counts.body"), "utf8"));
}
