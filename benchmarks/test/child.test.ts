/** Measurements in processes of their own: what they are told, and what is said of those that fail. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { type ChildOptions, runChild } from "../src/child.ts";

/** Runs `program` in a process of its own; `order` is what it was told. */
function child<Report>(program: string, order: object, options: ChildOptions = {}): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), "preempt-child-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "session.mjs");
  const module = new URL("../src/child.ts", import.meta.url).href;
  writeFileSync(file, `import { orderOf } from ${JSON.stringify(module)};\nconst order = orderOf();\n${program}`);
  return runChild<Report>("cell a", pathToFileURL(file), order, options);
}

const echo = "process.stdout.write(JSON.stringify(order), () => process.exit());";

test.for([10, 2_000_000])("an order of %d letters arrives", async (length) => {
  const order = { letters: "ä".repeat(length) };
  expect(await child(echo, order)).toEqual(order);
});

test("a process that fails is described in a line, and not by all that it was told", async () => {
  const order = { letters: "x".repeat(1000) };
  await expect(child("process.exit(3);", order)).rejects.toThrow(
    /^cell a: the process ended with code 3, and said nothing$/,
  );
  await expect(child("process.kill(process.pid, 'SIGKILL');", order)).rejects.toThrow(
    /^cell a: the process was ended by SIGKILL$/,
  );
  await expect(child("setInterval(() => {}, 1000);", order, { timeout: 1000 })).rejects.toThrow(
    /^cell a: no report within 1 s; the process was ended$/,
  );
  await expect(child("throw new Error('no such body');", order)).rejects.toThrow("no such body");
});
