import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readResults } from "../../src/lab/scale/read-results.ts";
import { ResultFile } from "../../src/lab/scale/result-file.ts";
import { header, type Result } from "./scale-cells.ts";
import { temporaryFile, temporaryFolder } from "./scale-files.ts";

const open = (path: string) => ResultFile.open<Result>(path, header);

test("results are lines behind the header, and the next process reads them", () => {
  const path = temporaryFile();
  {
    using file = open(path);
    expect(file.append({ key: "a", value: 1 })).toBe(true);
    expect(file.append({ key: "b\n", value: "\u2028é" })).toBe(true);
    expect([file.has("a"), file.has("c"), file.size]).toEqual([true, false, 2]);
  }
  const lines = readFileSync(path, "utf8").split("\n");
  expect(lines.map((line) => line && JSON.parse(line))).toEqual([
    { header },
    { key: "a", value: 1 },
    { key: "b\n", value: "\u2028é" },
    "",
  ]);
  using file = open(path);
  expect([...file.results()].map(({ key }) => key)).toEqual(["a", "b\n"]);
  expect([file.has("b\n"), file.size, file.remarks]).toEqual([true, 2, []]);
});

test("the first result of a key counts, in one process and across two", () => {
  const path = temporaryFile();
  {
    using file = open(path);
    file.append({ key: "a", value: 1 });
    expect(file.append({ key: "a", value: 2 })).toBe(false);
    expect(file.duplicates).toBe(1);
  }
  writeFileSync(path, `${JSON.stringify({ key: "a", value: 3 })}\n`, { flag: "a" });
  using file = open(path);
  expect([...file.results()]).toEqual([{ key: "a", value: 1 }]);
  expect(file.duplicates).toBe(1);
  expect(file.remarks).toEqual([`${path}: results whose key stood before: 1; the first of each counts.`]);
});

test("a torn last line is cut off with a remark; one that lacks its line break alone is kept", () => {
  const path = temporaryFile();
  {
    using file = open(path);
    file.appendAll([
      { key: "a", value: 1 },
      { key: "b", value: 2 },
    ]);
  }
  const { length } = readFileSync(path);
  truncateSync(path, length - 1);
  {
    using file = open(path);
    expect([file.size, file.remarks]).toEqual([2, []]);
    file.append({ key: "c", value: 3 });
  }
  truncateSync(path, readFileSync(path).length - 2);
  using file = open(path);
  expect([...file.results()].map(({ key }) => key)).toEqual(["a", "b"]);
  expect(file.remarks).toEqual([
    `${path}: the last line, 20 bytes, was cut off in the middle and has been removed; its cell counts as not run.`,
  ]);
  expect(file.has("c")).toBe(false);
});

test.skipIf(process.platform === "win32")("what cannot be read again is no result file", () => {
  const path = temporaryFile();
  execFileSync("mkfifo", [path]);
  expect(() => open(path)).toThrow(/not_a_file: .* is no ordinary file/);
  expect(existsSync(`${path}.lock`)).toBe(false);
});

test("a file cut off anywhere loses at most the results behind the cut, and takes them again", () => {
  const folder = temporaryFolder();
  let runs = 0;
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "grapheme" }), { minLength: 1, maxLength: 8 }),
      fc.array(fc.nat(400), { maxLength: 4 }),
      (values, cuts) => {
        const path = join(folder, `${runs++}.jsonl`);
        for (const cut of [...cuts, Number.POSITIVE_INFINITY]) {
          const wanted = values.map((value, i) => ({ key: `c${i}`, value }));
          const file = open(path);
          const before = [...file.results()];
          expect(before).toEqual(wanted.slice(0, before.length));
          for (const result of wanted) file.append(result);
          expect([...file.results()]).toEqual(wanted);
          file.close();
          const bytes = readFileSync(path);
          if (cut < bytes.length) truncateSync(path, cut);
        }
        expect([...readResults<Result>(path).results]).toHaveLength(values.length);
      },
    ),
    { numRuns: 100 },
  );
});
test("a damaged line in the middle is refused by number, also if it is JSON without a key", () => {
  for (const line of ['{ "key": "b', "[]", '{ "kye": "b" }', "null"]) {
    const path = temporaryFile();
    writeFileSync(path, `${JSON.stringify({ header })}\n{ "key": "a" }\n${line}\n{ "key": "c" }\n`);
    expect(() => open(path)).toThrow(/^result_damaged: line 3 of .*results.jsonl is no result: .*Remove the line/);
    expect(existsSync(`${path}.lock`)).toBe(false);
    expect(() => [...readResults(path).results]).toThrow("result_damaged: line 3");
  }
});

test("a file of another grid is refused with what differs, and is left as it was", () => {
  const path = temporaryFile();
  open(path).close();
  const before = readFileSync(path, "utf8");
  expect(() => ResultFile.open(path, { grid: "f", variants: "fp" })).toThrow(
    `other_grid: ${path} has results of another grid (variants "edf" there, "fp" here). Give another file name`,
  );
  expect(() => ResultFile.open(path, { grid: "f", variants: "edf" })).toThrow(
    `(grid ${header.grid} there, f here). Give another file name`,
  );
  expect(readFileSync(path, "utf8")).toBe(before);
});

test("a file that is something else is refused and not touched, though it has no line break", () => {
  for (const text of ["my thesis", "my thesis\n", "{}\n", '{"header":{}}\n', "\n"]) {
    const path = temporaryFile();
    writeFileSync(path, text);
    expect(() => open(path)).toThrow("not_a_result_file");
    expect(readFileSync(path, "utf8")).toBe(text);
    expect(() => readResults(path)).toThrow("not_a_result_file");
  }
});

test("readers look in while another process writes; what is half there is left out", () => {
  const path = temporaryFile();
  using file = open(path);
  file.append({ key: "a", value: 1 });
  writeFileSync(path, '{"key":"b","val', { flag: "a" });
  const { header: found, results } = readResults<Result>(path);
  expect([found, [...results]]).toEqual([header, [{ key: "a", value: 1 }]]);
  expect(() => readResults(`${path}.no`)).toThrow(/file_not_read: .*there is no such file/);
});

test("a second opening is refused while the first lasts, and says who has it", () => {
  const path = temporaryFile();
  const first = open(path);
  expect(() => open(path)).toThrow(
    `file_in_use: ${path} is in use by process ${process.pid} on ${hostname()}. Wait for it or stop it; if it does not exist any more, remove ${path}.lock.`,
  );
  first.close();
  first.close();
  open(path).close();
  expect(existsSync(`${path}.lock`)).toBe(false);
  expect(() => first.append({ key: "a", value: 1 })).toThrow("has been closed");
});

test("the lock of a process that was killed is taken over; that of another machine is not", async () => {
  const path = temporaryFile();
  const module = new URL("../../src/lab/scale/result-file.ts", import.meta.url);
  const program = `import { ResultFile } from ${JSON.stringify(module)};
    ResultFile.open(${JSON.stringify(path)}, ${JSON.stringify(header)}).append({ key: "a", value: 1 });
    console.log("open"); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  expect(() => open(path)).toThrow(`in use by process ${child.pid}`);
  child.kill("SIGKILL");
  await once(child, "exit");
  {
    using file = open(path);
    expect([...file.results()]).toEqual([{ key: "a", value: 1 }]);
    expect(JSON.parse(readFileSync(`${path}.lock`, "utf8"))).toMatchObject({ pid: process.pid });
  }
  expect(existsSync(`${path}.lock`)).toBe(false);
  writeFileSync(`${path}.lock`, JSON.stringify({ pid: 1, host: "elsewhere" }));
  expect(() => open(path)).toThrow("process 1 on elsewhere");
  // Of an older process that had our number, as happens in containers.
  writeFileSync(`${path}.lock`, JSON.stringify({ pid: process.pid, host: hostname(), start: "0" }));
  open(path).close();
});
