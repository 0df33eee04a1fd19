/** From the text of a script to a function that runs as a job. */
import { nameText, plainObject, tableOf } from "@preempt/checks";
// So that emitted code finds the runtime without imports.
import "@preempt/runtime/script";
import type { AnyFunction } from "@preempt/runtime";
import { type TransformResult, transform } from "@preempt/transformer";
import { checkOptions, refuse, ScriptSyntaxError } from "./errors.ts";
import type { Guard } from "./guard.ts";
import { hostNames } from "./names.ts";
import { positionAt } from "./positions.ts";
import { Script } from "./script.ts";
import { fileNameOf, functionName, type SourceText, sourceTextOf } from "./source-text.ts";
import { unpreemptableIn } from "./unpreemptable.ts";
import { unstoppableIn } from "./unstoppable.ts";

/** How a script is compiled. */
export interface CompileOptions<G extends object = Record<string, unknown>> {
  /**
   * What the script can use beside the language itself, by name. A run may give other values. Default: nothing. Names of the page or
   * process that are not given, such as `document`, `process` and `fetch`, are undefined in the script. This guards against accidents,
   * not against attacks.
   */
  globals?: G;
  /** For errors and stack traces. With `.ts` at its end, the script may have types. Default: "script.js". */
  name?: string;
}

const table = tableOf<CompileOptions>({ globals: plainObject, name: nameText });
const guardName = "$preemptGuard";

let count = 0;

/**
 * Compiles a script: an expression, whose value it gives, or statements with `return`. It may use `await`. All of its functions are
 * preemptable, so that a run can be suspended and stopped nearly anywhere.
 *
 *     const script = compile("rows.filter((row) => row.price > limit).length", { globals: { rows, limit: 10 } });
 *     console.log(await script.run());
 *
 * It needs `new Function`, which a page's Content Security Policy may forbid.
 *
 * @throws ScriptSyntaxError if it is not valid, or imports something
 * @throws PreemptError for an option out of range, or a global whose name no variable can have
 */
export function compile<G extends object = Record<string, unknown>>(
  code: string,
  options: CompileOptions<G> = {},
): Script<G> {
  if (typeof code !== "string") refuse("code_not_a_string", "the code of a script", code, "a string");
  checkOptions(options, "a script", table);
  const globals = { ...options.globals } as Readonly<Record<string, unknown>>;
  const name = options.name ?? "script.js";
  const given = Object.keys(globals);
  for (const key of given) checkName(key);
  const source = sourceTextOf(code, name, (mentioned) => [...given, ...hostNames(mentioned, given)]);
  const result = transformed(source, code, name);
  const url = `preempt-script-${++count}/${name.replace(/\s/g, "_")}`;
  const factory = evaluate(`${result.code}\nreturn ${functionName};\n//# sourceURL=${url}`, name);
  return new Script<G>({
    ...{ name, url, globals, map: result.map as never, start: source.start, linesBefore: linesBeforeBody() },
    make: factory,
    cannotBeStopped: unstoppableIn(source.file, code, source.start),
    notPreemptable: unpreemptableIn(result, code, source.start),
  });
}

function transformed({ text, start }: SourceText, code: string, name: string): TransformResult {
  const result = transform(text, {
    fileName: fileNameOf(name),
    functions: "all",
    module: false,
    // Each run has its own variables; what others share with it they gave it.
    reentrant: true,
    guard: guardName,
  });
  const error = result.diagnostics.find(({ severity }) => severity === "error");
  if (error === undefined) return result;
  throw new ScriptSyntaxError(name, error.message, positionAt(code, Math.min(error.start - start, code.length)));
}

function evaluate(body: string, name: string): (guard: Guard) => AnyFunction {
  try {
    return new Function(guardName, body) as (guard: Guard) => AnyFunction;
  } catch (error) {
    // TypeScript lets some errors pass that engines find, such as a name that is declared twice.
    if (error instanceof SyntaxError) throw new ScriptSyntaxError(name, error.message, undefined);
    throw error;
  }
}

/** Engines write a head before the code of `new Function`. */
function linesBeforeBody(): number {
  return new Function(guardName, "").toString().split("\n").length - 2;
}

function checkName(name: string): void {
  try {
    if (!/[\s,=\]})/*]/.test(name) && name !== guardName && name !== functionName) {
      new Function(name, '"use strict"');
      return;
    }
  } catch {
    // It is refused below.
  }
  refuse("global_name", "the name of a global", name, "a name that a variable may have in strict code");
}
