/** Writes the files of fixtures and the hashes anew, and says which of them changed. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Fixture, readFixtures, renewedFiles } from "../../packages/transformer/test/kit/emitted/folder.ts";
import { type Hashes, hashesFile, hashesOf, readHashes } from "../../packages/transformer/test/kit/emitted/hashes.ts";
import { makeFixture } from "../../packages/transformer/test/kit/emitted/make.ts";
import { outputPage, withListings } from "../../packages/transformer/test/kit/emitted/page.ts";
import { libraries, workloads } from "../../packages/transformer/test/kit/emitted/whole-files.ts";

/** Returns the exit code. */
export async function renew(names: readonly string[]): Promise<0 | 1> {
  const isAll = names.length === 0;
  const fixtures = readFixtures().filter(({ name }) => isAll || names.some((n) => name.startsWith(n)));
  const different = await renewFixtures(fixtures);
  renewPage();
  if (isAll || names.includes("hashes")) renewHashes();
  return different > 0 ? 1 : 0;
}

/** Returns how many programs do something else when they are transformed. */
async function renewFixtures(fixtures: readonly Fixture[]): Promise<number> {
  let changed = 0;
  let different = 0;
  for (const fixture of fixtures) {
    const { files, differences } = await makeFixture(fixture);
    const lines = writeFiles(fixture, files);
    changed += lines.length;
    different += differences.length > 0 ? 1 : 0;
    for (const line of [...lines, ...differences.map((text) => `DIFFERS  ${fixture.name}: ${text}`)]) console.log(line);
  }
  console.log(
    `${fixtures.length} fixtures: ${changed} files changed, ${different} programs differ from the plain one.`,
  );
  return different;
}

/** Returns a line for each file that is another one now. */
function writeFiles(fixture: Fixture, files: ReadonlyMap<string, string>): string[] {
  const before = renewedFiles(fixture);
  const lines: string[] = [];
  for (const [file, text] of files) {
    const old = before.get(file);
    if (old === text) continue;
    writeFileSync(join(fixture.folder, file), text);
    lines.push(`${old === undefined ? "new" : "changed"}  ${fixture.name}/${file}`);
  }
  for (const file of before.keys()) {
    if (files.has(file)) continue;
    rmSync(join(fixture.folder, file));
    lines.push(`removed  ${fixture.name}/${file}`);
  }
  return lines;
}

function renewPage(): void {
  const page = readFileSync(outputPage, "utf8");
  const renewed = withListings(page);
  if (renewed === page) return;
  writeFileSync(outputPage, renewed);
  console.log("changed  docs/output.md");
}

function renewHashes(): void {
  const before = existsSync(hashesFile) ? readHashes() : {};
  const hashes: Hashes = {};
  let changed = 0;
  for (const file of [...libraries, ...workloads]) {
    const now = hashesOf(file);
    hashes[file.name] = now;
    const modes = Object.keys(now).filter((mode) => before[file.name]?.[mode] !== now[mode]);
    changed += modes.length;
    if (modes.length > 0) console.log(`changed  ${file.name}: ${modes.join(", ")}`);
  }
  writeFileSync(hashesFile, `${JSON.stringify(hashes, undefined, 2)}\n`);
  console.log(`${Object.keys(hashes).length} libraries and workloads: ${changed} hashes changed.`);
}
