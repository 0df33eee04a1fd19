/** Programs that the model test found wrong once, as it shrank them: see model/kept. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { judge } from "./judge.ts";
import type { Program } from "./program.ts";

const folder = new URL("./kept/", import.meta.url);

test.for(readdirSync(folder))("%s", async (file) => {
  const program = JSON.parse(readFileSync(new URL(file, folder), "utf8"), (_, value) =>
    value === "Infinity" ? Number.POSITIVE_INFINITY : value,
  ) as Program;
  expect((await judge(program)).wrong).toEqual([]);
});
