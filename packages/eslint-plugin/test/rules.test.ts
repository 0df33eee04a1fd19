/** The rules in ESLint itself: what they report, where, and what their fixes make of a file. */
import preempt from "@preempt/eslint-plugin";
import * as parser from "@typescript-eslint/parser";
import { Linter } from "eslint";
import { expect, test } from "vitest";

const linter = new Linter();
const recommended = preempt.configs.recommended.rules as Linter.RulesRecord;

function lint(code: string, rules: Linter.RulesRecord = recommended, settings = {}) {
  return linter.verify(code, configFor(rules, settings), { filename: "src/file.ts" });
}

function configFor(rules: Linter.RulesRecord, settings = {}): Linter.Config[] {
  return [{ files: ["**/*.ts"], plugins: { preempt }, rules, settings, languageOptions: { parser: parser as never } }];
}

const shown = (messages: readonly Linter.LintMessage[]) =>
  messages.map(({ ruleId, line, column, severity }) => `${line}:${column} ${ruleId} ${severity}`);

const main = "export const all: unknown[] = [main];\n";

test("a file without a word of Preempt has no findings", () => {
  expect(lint("export function f(n: number) { while (n > 0) n--; }")).toEqual([]);
});

test.each([
  ["/** @Preempt */\nfunction main() { for (;;); }", "2:5 preempt/misspelt-annotation 2"],
  ["// @preempt\nfunction main() { for (;;); }", "2:4 preempt/misspelt-annotation 2"],
  ["/** @preempt */\nconst main = 5;", "3:7 preempt/no-effect 2"],
  ["const main = 1;\n/** @preempt */\nfunction f() { for (;;); }", "4:10 preempt/no-effect 2"],
  ["/** @preempt */\nfunction main(code: string) { for (;;) eval(code); }", "3:10 preempt/not-preemptable 1"],
  ["/** @preempt */\nfunction main() { for (;;) new Function('1')(); }", "3:28 preempt/runs-to-end 1"],
])("%j: %s", (code, expected) => {
  expect(shown(lint(main + code))).toEqual([expected]);
});

test("a message has the sentence, the hint and the code", () => {
  const [found] = lint(`${main}/** @preempt */\nconst main = 5;`);
  expect(found?.message).toBe(
    "@preempt has no effect on a variable that is not a function. Annotate a function declaration, a function or arrow expression, or a method; move the computation into one. (PT1001)",
  );
  expect(found?.endColumn).toBe(11);
});

test.each([
  ["// @preempt\nfunction main() { for (;;); }", "/** @preempt */\nfunction main() { for (;;); }"],
  ["  /* @Pre-empt never */\nfunction main() { for (;;); }", "  /** @preempt never */\nfunction main() { for (;;); }"],
  ["/** @preemt */\nfunction main() { for (;;); }", "/** @preempt */\nfunction main() { for (;;); }"],
  ["/** @preempt */\nconst main = 5;", "const main = 5;"],
  ["/**\n * A limit.\n * @preempt\n */\nconst main = 5;", "/**\n * A limit.\n */\nconst main = 5;"],
  ["/** A limit. @preempt */\nconst main = 5;", "/** A limit.  */\nconst main = 5;"],
])("%j is fixed", (code, fixed) => {
  const { output, messages } = linter.verifyAndFix(main + code, configFor(recommended), {
    filename: "src/file.ts",
  });
  expect(output).toBe(main + fixed);
  expect(messages).toEqual([]);
});

test("where there is a choice, it is a suggestion, and none is applied without asking", () => {
  const code = `${main}/** @preempt */\nfunction main(code: string) { for (;;) eval(code); }`;
  const [found] = lint(code);
  expect(found?.fix).toBeUndefined();
  expect(found?.suggestions?.map(({ desc }) => desc)).toEqual(["Remove the annotation"]);
  expect(applied(code, found)).toBe(`${main}function main(code: string) { for (;;) eval(code); }`);
});

test("state that jobs share is reported on request, with both answers", () => {
  const code = `${main}let n = 0;\n/** @preempt */\nfunction main(xs: number[]) { for (const x of xs) { n += x; main(xs); n--; } }`;
  expect(lint(code)).toEqual([]);
  const [found] = lint(code, { "preempt/shared-state": "warn" });
  expect(found?.suggestions?.map(({ desc }) => desc)).toEqual([
    "Let jobs interleave in this file",
    "Say that one job at a time may be in this file",
  ]);
  const answered = applied(code, found);
  expect(answered.startsWith("/** @preempt reentrant */\n\nexport")).toBe(true);
  expect(lint(answered, { "preempt/shared-state": "warn" })).toEqual([]);
});

test("findings that may be as they were meant are reported with `info`, and codes can be left out", () => {
  const code = `${main}/** @preempt */\nasync function main() { wait(); await wait(); }\n/** @preempt */\nasync function wait() { for (;;) await null; }`;
  expect(lint(code)).toEqual([]);
  const found = lint(code, { "preempt/runs-to-end": ["warn", { info: true }] });
  expect(shown(found)).toEqual(["3:25 preempt/runs-to-end 1"]);
  expect(applied(code, found[0])).toContain("{ await wait(); await wait(); }");
  for (const ignore of ["PT1022", "await_outside"]) {
    expect(lint(code, { "preempt/runs-to-end": ["warn", { info: true, ignore: [ignore] }] })).toEqual([]);
  }
  expect(() => lint(code, { "preempt/runs-to-end": ["warn", { infos: true }] })).toThrow("infos");
});

test("`settings.preempt` says what the integration's options say", () => {
  const code = "function work() { for (;;) new Function('1')(); }\nqueue.add(work);";
  expect(lint(code)).toEqual([]);
  expect(shown(lint(code, undefined, { preempt: { jobs: ["queue.add"] } }))).toEqual(["1:28 preempt/runs-to-end 1"]);
});

test("files that do not parse, and files of other languages, are left to others", () => {
  expect(lint(`${main}/** @preempt */\nfunction main( {`).map(({ fatal }) => fatal)).toEqual([true]);
  const js = new Linter().verify("// @preempt\nfunction f() { for (;;); }", [preempt.configs.recommended]);
  expect(shown(js)).toEqual(["1:4 preempt/misspelt-annotation 2"]);
});

function applied(code: string, message: Linter.LintMessage | undefined): string {
  const { range, text } = message?.suggestions?.[0]?.fix ?? { range: [0, 0], text: "no suggestion" };
  return code.slice(0, range[0]) + text + code.slice(range[1]);
}
