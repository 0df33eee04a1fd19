import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import { takeLock } from "../../src/lab/scale/lock.ts";
import { temporaryFolder } from "./scale-files.ts";

const { meanwhile } = vi.hoisted(() => ({ meanwhile: { opening: (_path: string) => {}, writing: () => {} } }));
vi.mock("node:fs", async (original) => {
  const fs = await original<typeof import("node:fs")>();
  const openSync = (...words: Parameters<typeof fs.openSync>) => {
    meanwhile.opening(String(words[0]));
    return fs.openSync(...words);
  };
  const writeSync = (descriptor: number, text: string) => {
    meanwhile.writing();
    return fs.writeSync(descriptor, text);
  };
  return { ...fs, openSync, writeSync };
});

test("on a full disk, where there is room for its name alone, no lock is left behind", () => {
  const lock = join(temporaryFolder(), "lock");
  meanwhile.writing = () => {
    throw new Error("ENOSPC: no space left on device, write");
  };
  expect(() => takeLock(lock, "the log")).toThrow(`file_not_written: ${lock} cannot be written: ENOSPC`);
  meanwhile.writing = () => {};
  expect(readdirSync(dirname(lock))).toEqual([]);
  takeLock(lock, "the log").release();
});

test("of two that find the same dead holder, the second does not take the lock from the first", () => {
  const lock = join(temporaryFolder(), "lock");
  const dead = JSON.stringify({ pid: process.pid, host: hostname(), start: "0" });
  const first = JSON.stringify({ pid: 1, host: "elsewhere" });
  writeFileSync(lock, dead);
  // The first is through with it just when the second begins to take over.
  meanwhile.opening = (path) => {
    if (path === lock || readFileSync(lock, "utf8") !== dead) return;
    meanwhile.opening = () => {};
    writeFileSync(lock, first);
  };
  expect(() => takeLock(lock, "the log")).toThrow("file_in_use: the log is in use by process 1 on elsewhere");
  expect(readFileSync(lock, "utf8")).toBe(first);
  expect(readdirSync(dirname(lock))).toEqual(["lock"]);
});

test("one process at a time has the lock, though each is killed while it has it, and others wait to take over", async () => {
  const folder = temporaryFolder();
  const [lock, log] = [join(folder, "lock"), join(folder, "log")];
  const program = fileURLToPath(new URL("scale-lock-holder.ts", import.meta.url));
  const [processes, times] = [5, 20];
  const children = Array.from({ length: processes }, () =>
    spawn(process.execPath, [program, lock, log, String(times)], { stdio: "inherit" }),
  );
  const ends = await Promise.all(children.map((child) => once(child, "exit")));
  expect(ends).toEqual(Array.from({ length: processes }, () => [null, "SIGKILL"]));
  const lines = readFileSync(log, "utf8").trim().split("\n");
  expect(lines).toHaveLength(processes * (2 * times - 1));
  const dead = new Set<string>();
  for (const [i, line] of lines.entries()) {
    const [what, who = ""] = line.split(" ");
    const next = lines[i + 1];
    expect(dead).not.toContain(who);
    if (what === "enter" && next !== `leave ${who}`) dead.add(who);
    if (what === "leave") expect(next).toMatch(/^enter/);
  }
  expect(dead.size).toBe(processes);
  // The last of them left its lock; nothing else.
  expect(readdirSync(folder).sort()).toEqual(["lock", "log"]);
  takeLock(lock, "the log").release();
  expect(readdirSync(folder)).toEqual(["log"]);
});
