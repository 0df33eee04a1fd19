/**
 * Programs of which a recording says that a part of their functions never took long, drawn by the seed: those are plain, and so are
 * calls by names of which it says so, whether it is right or not. The programs do what they did.
 */
import { drive } from "@preempt/runtime/testing";
import ts from "typescript";
import { expect, test } from "vitest";
import { calledName, functionKeys } from "../../src/1-resolve/function-keys.ts";
import { transformFile } from "../../src/pipeline/transform.ts";
import { isDrawnFor } from "../kit/combinations.ts";
import { load, loadPlain, observe } from "../kit/harness.ts";
import { seed, wanted } from "../kit/sampling.ts";
import { programs } from "./all.ts";

const drawn = programs.filter(
  ({ name, extension = "ts", isAsync }) =>
    !extension.endsWith("x") && !isAsync && (wanted === "all" || isDrawnFor(`profiled ${name}`, seed, 4)),
);

let suspended = 0;
let left = 0;

test.for(drawn)("$name", (program) => {
  const { extension = "ts", strict, experimentalDecorators = false, useDefineForClassFields = true } = program;
  const code = `${strict === false ? "" : '"use strict"; '}${program.code.replaceAll("/** @preempt */", "")}`;
  const fileName = `program.${extension}`;
  const functions = [...functionKeys(ts.createSourceFile(fileName, code, ts.ScriptTarget.ESNext, true))];
  const short = functions.filter(([, key]) => key !== "main" && isDrawnFor(`${program.name} ${key}`, seed));
  // Every third name is taken for short though a function of that name may be long.
  const isCalledPlainly = (name: string) => name !== "main" && isDrawnFor(`${program.name} calls ${name}`, seed, 3);
  const names = functions.flatMap(([f]) => calledName(f) ?? []);
  const profile = { short: new Set(short.map(([, key]) => key)), shortNames: new Set(names.filter(isCalledPlainly)) };
  left += short.length;
  const compilerOptions = {
    experimentalDecorators,
    useDefineForClassFields,
    target: program.target ?? ts.ScriptTarget.ESNext,
  };
  const made = transformFile(
    code,
    { fileName, functions: "all", module: false, sourceMap: false, compilerOptions },
    { profile },
  );
  const expected = observe(loadPlain(program), (main) => main());
  for (const budget of [undefined, 0, 3]) {
    const actual = observe(load(program, made.code), (main, onPreempt) =>
      budget === undefined ? main() : drive(main, { budget, onPreempt }).value,
    );
    suspended += actual.preemptions;
    expect({ budget, ...actual, preemptions: 0 }).toEqual({ budget, ...expected });
  }
});

test("they were suspended, and functions of theirs were left plain", () => {
  expect(suspended).toBeGreaterThan(drawn.length);
  expect(left).toBeGreaterThan(drawn.length);
});
