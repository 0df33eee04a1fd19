/** `preempt init`, as a person calls it: it shows, asks, writes, verifies and undoes. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { main } from "../../../src/cli/main.ts";
import { writeProject } from "../../kit/project.ts";
import { terminalIn } from "../../kit/terminal.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const made = (folder: string) => {
  folders.push(folder);
  return folder;
};

/** Beside the packages of the workspace, which count as installed. */
const nodeProject = () =>
  made(
    writeProject({
      "package.json": '{\n  "type": "module",\n  "scripts": { "start": "node server.js" }\n}\n',
      "server.js": "console.log(1);\n",
    }),
  );

const emptyFolder = () => made(mkdtempSync(join(tmpdir(), "preempt-init-")));

async function run(folder: string, args: string, answers?: readonly string[]) {
  const { around, said } = terminalIn(folder);
  const questions: string[] = [];
  const left = [...(answers ?? [])];
  const ask = async (question: string) => {
    questions.push(question);
    return left.shift() ?? "";
  };
  const code = await main(["init", ...args.split(" ").filter((arg) => arg !== "")], { ...around, ask: answers && ask });
  return { code, ...said, questions };
}

/** Names and texts of all files. */
function contents(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = files.map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(names.sort().map((name) => [name.slice(folder.length + 1), readFileSync(name, "utf8")]));
}

test("without a terminal and without --yes it shows what it would do, and writes nothing", async () => {
  const folder = nodeProject();
  const before = contents(folder);
  const { code, out } = await run(folder, "");
  expect(code).toBe(0);
  expect(out).toContain("Found: Node; packages by ");
  expect(out).toContain('-  "scripts": { "start": "node server.js" }');
  expect(out).toContain('+  "scripts": { "start": "node --import @preempt/transformer/register server.js" }');
  expect(out).toMatch(/Nothing was written\. Say preempt init --yes to write it\.\n$/);
  expect(contents(folder)).toEqual(before);
});

test("on a terminal it asks, and a no writes nothing", async () => {
  const folder = nodeProject();
  const before = contents(folder);
  const { out, questions } = await run(folder, "--no-install", ["no"]);
  expect(questions).toEqual(["Write 2 files? (y/N) "]);
  expect(out).toMatch(/Nothing was written\.\n$/);
  expect(contents(folder)).toEqual(before);
});

// The packages are those of the workspace, so nothing is installed.
test("after a yes a job was preempted; a second run changes nothing; undo gives back each byte", async () => {
  const folder = nodeProject();
  const before = contents(folder);
  const manifest = JSON.parse(before["package.json"] ?? "");
  const named = { dependencies: { "@preempt/runtime": "*" }, devDependencies: { "@preempt/transformer": "*" } };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ ...manifest, ...named }, undefined, 2));
  const start = contents(folder);

  const first = await run(folder, "--no-install", ["y"]);
  expect(first.out + first.err).toMatch(/Install the packages|Verified: a job of preempt-example\.js was preempted/);

  const written = contents(folder);
  expect(Object.keys(written)).toEqual([
    ".preempt/.gitignore",
    ".preempt/init.json",
    "package.json",
    "preempt-example.js",
    "server.js",
  ]);
  const second = await run(folder, "--yes --no-install");
  expect(second.err).toBe("");
  expect(second.out).toMatch(/Preempt is set up\. Nothing was changed\.\n/);
  expect(second.out).toMatch(
    /Verified: a job of preempt-example\.js was preempted [1-9]\d* times\. It was run by Node's hooks\.\n/,
  );
  expect(second.code).toBe(0);
  expect(contents(folder)).toEqual(written);

  const undone = await run(folder, "--undo --yes --no-install");
  expect(undone.code).toBe(0);
  expect(contents(folder)).toEqual(start);
  const nothing = await run(folder, "--undo --yes");
  expect([nothing.code, nothing.err]).toEqual([
    2,
    "preempt: there is nothing to undo: preempt init has written nothing here.\nSee preempt --help.\n",
  ]);
});

test("what was edited since is not overwritten: undo changes nothing, and shows what to take back", async () => {
  const folder = nodeProject();
  await run(folder, "--yes --no-install");
  const name = join(folder, "package.json");
  writeFileSync(name, readFileSync(name, "utf8").replace('"type"', '"name": "mine",\n  "type"'));
  const edited = contents(folder);
  const { code, out, err } = await run(folder, "--undo --yes");
  expect(code).toBe(1);
  expect(err).toBe("preempt: package.json changed since preempt init. Nothing was undone.\n");
  expect(out).toContain('+  "scripts": { "start": "node --import @preempt/transformer/register server.js" }');
  expect(contents(folder)).toEqual(edited);
});

test("a page's job is preempted in Vite's own pipeline, with the configuration that was edited", async () => {
  const folder = made(
    writeProject({
      "package.json": JSON.stringify({
        dependencies: { "@preempt/runtime": "*" },
        devDependencies: { vite: "8", typescript: "6", "@preempt/transformer": "*" },
      }),
      "vite.config.ts": 'export default { define: { limit: "1" } };\n',
      "src/main.ts": "",
    }),
  );
  const { code, out, err } = await run(folder, "--yes");
  expect(err).toBe("");
  expect(out).toMatch(
    /Verified: a job of src\/preempt-example\.ts was preempted [1-9]\d* times\. It was run by Vite, with your configuration\.\n/,
  );
  expect(code).toBe(0);
});

test("a job that is never preempted is reported, with the exit code 1", async () => {
  const folder = made(
    writeProject({
      "package.json": JSON.stringify({
        dependencies: { "@preempt/runtime": "*" },
        devDependencies: { vite: "8", "@preempt/transformer": "*" },
      }),
      // It names the transformer, so init leaves it alone, and it is off.
      "vite.config.mjs": "// @preempt/transformer\nexport default {};\n",
      "preempt-example.js": "",
    }),
  );
  writeFileSync(join(folder, "preempt-example.js"), "export const preempted = Promise.resolve(0);\n");
  const { code, err } = await run(folder, "--yes");
  expect(err).toMatch(/^preempt: the job of preempt-example\.js ran to its end, and was never preempted\./);
  expect(code).toBe(1);
});

test("a configuration that is not understood stays as it is; the lines to add are shown, and the exit code is 1", async () => {
  const config = "export default mergeConfig(a, b);\n";
  const folder = made(
    writeProject({ "package.json": JSON.stringify({ devDependencies: { vite: "8" } }), "vite.config.mjs": config }),
  );
  const { code, out } = await run(folder, "--yes --no-install");
  expect(out).toContain("vite.config.mjs stays as it is: its configuration is put together by code. Add:\n");
  expect(out).toContain("    plugins: [preempt()],\n");
  expect(code).toBe(1);
  expect(readFileSync(join(folder, "vite.config.mjs"), "utf8")).toBe(config);
});

test("an empty folder is offered a page or a server; without a terminal nothing is written", async () => {
  const folder = emptyFolder();
  const { code, out } = await run(folder, "");
  expect(code).toBe(0);
  expect(out).toMatch(/\n {2}page .*\n {2}node .*\n\nNothing was written\. /);
  expect(readdirSync(folder)).toEqual([]);

  const chosen = await run(folder, "--no-install", ["node", "y"]);
  expect(chosen.questions).toEqual(["Which one? (page, node) ", "Write 6 files? (y/N) "]);
  expect(existsSync(join(folder, "src/server.ts"))).toBe(true);
  expect(chosen.out).toMatch(/Install the packages: npm install\.\n$/);

  await run(folder, "--undo --yes --no-install");
  expect(readdirSync(folder)).toEqual([]);
});

test("a folder with files and no package.json is no project, and none is started in it", async () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, "src"));
  expect(await run(folder, "--yes")).toMatchObject({
    code: 2,
    err: "preempt: this folder has files, and no package.json. Run npm init first, or take an empty folder.\nSee preempt --help.\n",
  });
  writeFileSync(join(folder, "package.json"), "{");
  expect((await run(folder, "--yes")).err).toMatch(/^preempt: package\.json is not an object of JSON\. Correct it\./);
  writeFileSync(join(folder, "package.json"), "{}");
  expect((await run(folder, "--template page")).err).toMatch(
    /^preempt: --template starts a project in an empty folder/,
  );
  expect((await run(folder, "--template pages")).err).toMatch(/^preempt: --template is pages\. Give page or node\./);
  expect((await run(folder, "here")).err).toMatch(/^preempt: preempt init takes no "here"\./);
});
