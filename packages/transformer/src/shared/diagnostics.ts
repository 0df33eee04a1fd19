/**
 * What the transform says to people: a stable code and name, one sentence, one hint, an exact position.
 *
 * A function that cannot be handled exactly stays as it is, and one of these says so.
 */
import type ts from "typescript";

/** Codes of findings that no longer exist are not given again: PT1006, PT1007, PT1010. */
export const catalog = {
  syntax_error: {
    code: "PT1000",
    severity: "error",
    message: "%what%",
    hint: "Mend the syntax; the file was left as it is.",
  },
  not_annotatable: {
    code: "PT1001",
    severity: "warning",
    message: "@preempt has no effect on %what%.",
    hint: "Annotate a function declaration, a function or arrow expression, or a method; move the computation into one.",
  },
  direct_eval: {
    code: "PT1002",
    severity: "warning",
    message: "%name% contains a direct eval, whose code could name anything; it stays un-preempted.",
    hint: "Call eval indirectly, as (0, eval)(code), or move it into a function of its own.",
  },
  with_statement: {
    code: "PT1003",
    severity: "warning",
    message: "%name% contains or stands in a with statement; it stays un-preempted.",
    hint: "Name the object's properties instead.",
  },
  yield_name: {
    code: "PT1004",
    severity: "warning",
    message: "%name% uses yield as a name, which resumable code cannot; it stays un-preempted.",
    hint: "Rename the variable or label.",
  },
  lexical_in_arrow: {
    code: "PT1005",
    severity: "warning",
    message: "The arrow function %name% uses %what% of the function around it; it stays un-preempted.",
    hint: "Store it in a variable outside, or use a function expression.",
  },
  await_using: {
    code: "PT1008",
    severity: "warning",
    message:
      "%name% declares with await using a function, a variable that its own loop head mentions, or stands beside functions of one name; it stays un-preempted.",
    hint: "Give each its own name, or use try/finally with await.",
  },
  method_may_change: {
    code: "PT1009",
    severity: "warning",
    message: "The method %name% %what%; it stays un-preempted.",
    hint: "Give it a name of its own that is known at compile time, and no decorator but @preempt.",
  },
  function_name: {
    code: "PT1011",
    severity: "warning",
    message: "The function %what%; it stays un-preempted.",
    hint: "Give the function a name of its own.",
  },
  statement_position: {
    code: "PT1012",
    severity: "warning",
    message: "The function declaration %name% is the body of a label; it stays un-preempted.",
    hint: "Take the label away.",
  },
  name_assigned: {
    code: "PT1013",
    severity: "warning",
    message: "The function expression %name% assigns to its own name in sloppy code; it stays un-preempted.",
    hint: "Use another variable.",
  },
  arguments_changed: {
    code: "PT1014",
    severity: "warning",
    message: "%name% %what%; it stays un-preempted.",
    hint: "Use a rest parameter, or the function's own name.",
  },
  not_printable: {
    code: "PT1015",
    severity: "error",
    message: "TypeScript cannot print this file: %what%",
    hint: "The file was left as it is; write the construct in another way.",
  },
  component_file: {
    code: "PT1016",
    severity: "warning",
    message: "@preempt has no effect in a %kind% file, whose script its framework compiles.",
    hint: "Move the function into a module of its own (.ts or .js), and import it.",
  },
  compiled: {
    code: "PT1017",
    severity: "warning",
    message: "%name% %what%, of which TypeScript makes code that fits no resumable body; it stays un-preempted.",
    hint: "Give a newer target (ES2022 has all), or move that part out of the function; with experimentalDecorators, a decorated class has to move.",
  },
  too_deep: {
    code: "PT1018",
    severity: "warning",
    message: "Expressions, statements or functions of this file stand in each other too deep for the stack (%what%).",
    hint: "The file was left as it is. Move what is nested so deep into a file of its own, or write it in parts.",
  },
  not_rewritten: {
    code: "PT1019",
    severity: "warning",
    message: "%name% could not be rewritten (%what%); it stays un-preempted.",
    hint: "Write it in another way, and tell us.",
  },
  broken_chain: {
    code: "PT1020",
    severity: "warning",
    message: "%name% calls %callee%, which %why% and is not preemptable: no job is suspended in there.",
    hint: "Annotate %callee%, or mark it @preempt never if it is always short.",
  },
  heavy_callback: {
    code: "PT1021",
    severity: "warning",
    message: "%name% hands %callback%, which %why%, to %builtin%: no job is suspended while the built-in runs it.",
    hint: "Write the loop out, or keep the callback short.",
  },
  await_outside: {
    code: "PT1022",
    severity: "info",
    message: "%callee% runs as an ordinary async function here, because %why%.",
    hint: "Write await directly before the call, in a preemptable function; or submit it as a job of its own.",
  },
  never_reached: {
    code: "PT1023",
    severity: "warning",
    message: "%name% is annotated, but no job can run it: %why%.",
    hint: "Submit it, or call it from a preemptable function; else remove the annotation.",
  },
  misspelt_annotation: {
    code: "PT1025",
    severity: "warning",
    message: "%what% is no annotation: the function stays as it is.",
    hint: "Write /** @preempt */ before the function, in lower case and with two stars.",
  },
  one_at_a_time: {
    code: "PT1026",
    severity: "info",
    message:
      "%name% (line %declared%) is written here and read at line %read%, with a preemption point between%more%: jobs of this file run one at a time.",
    hint: "Make it a local variable or an argument; or write /** @preempt reentrant */ at the head of the file if jobs may interleave. preempt check --shared lists all such state.",
  },
  last_match: {
    code: "PT1027",
    severity: "warning",
    message: "%name% reads RegExp.%what%, which any other code's match changes; it stays un-preempted.",
    hint: "Take the groups from the result of exec or match.",
  },
  constructor_stays: {
    code: "PT1028",
    severity: "warning",
    message: "The %name% %what%; it stays un-preempted.",
    hint: "Move the long part into a method that the constructor calls, or a function that makes the object.",
  },
  called_by_engine: {
    code: "PT1029",
    severity: "info",
    message: "%name% is called by the engine %where%, which cannot be suspended: it runs to its end there.",
    hint: "%remedy%.",
  },
  rendering: {
    code: "PT1031",
    severity: "warning",
    message: "%name% is %what%: rendering is not a job, and runs to its end.",
    hint: "Move the computation into a function, submit that as a job, and render its result.",
  },
  generated_code: {
    code: "PT1032",
    severity: "warning",
    message: "Code is made by %what% here: it has no preemption points, and a job that runs it is not suspended in it.",
    hint: "%remedy%.",
  },
  passed_plain: {
    code: "PT1024",
    severity: "warning",
    message: "%name% is handed to %method% and is not preemptable: its job keeps the thread until it ends.",
    hint: "Annotate it with /** @preempt */ where it is declared, or mark it @preempt never if it is always short.",
  },
} as const satisfies Record<string, { code: string; severity: Severity; message: string; hint: string }>;

/** An error: the file could not be read. A warning: something asked for does not happen. Info: it may be as meant. */
export type Severity = "error" | "warning" | "info";

/** The stable name of a finding, such as "direct_eval". */
export type DiagnosticName = keyof typeof catalog;

/** One finding. Lines and columns count from 1, as editors show them; `start` and `length` are in UTF-16 units. */
export interface Diagnostic {
  /** The stable code, such as "PT1002". */
  readonly code: string;
  /** The stable name. */
  readonly name: DiagnosticName;
  /** How serious it is. */
  readonly severity: Severity;
  /** One sentence that says what was found. */
  readonly message: string;
  /** What to do about it. */
  readonly hint: string;
  /** Where the documentation explains it: a file of the project with an anchor. */
  readonly docs: string;
  /** The file, as it was named in the options. */
  readonly fileName: string;
  /** Where it starts. */
  readonly start: number;
  /** How long the place is. */
  readonly length: number;
  /** The line, from 1. */
  readonly line: number;
  /** The column, from 1. */
  readonly column: number;
}

export function diagnose(
  sourceFile: ts.SourceFile,
  span: { start: number; length: number },
  name: DiagnosticName,
  holes: Record<string, string> = {},
): Diagnostic {
  const { code, severity, message, hint } = catalog[name];
  const filled = (text: string) => text.replace(/%(\w+)%/g, (_, hole: string) => holes[hole] ?? "it");
  const { line, character } = sourceFile.getLineAndCharacterOfPosition(span.start);
  return {
    code,
    name,
    severity,
    message: filled(message),
    hint: filled(hint),
    docs: docsOf(name),
    fileName: sourceFile.fileName,
    ...span,
    line: line + 1,
    column: character + 1,
  };
}

/** The section about `name` in the documentation. */
export function docsOf(name: DiagnosticName): string {
  return `docs/diagnostics.md#${catalog[name].code.toLowerCase()}-${name.replaceAll("_", "-")}`;
}

/** The span that a finding about `node` underlines: its name where it has one, else its first token. */
export function spanOf(node: ts.Node, sourceFile: ts.SourceFile): { start: number; length: number } {
  const [variable] = (node as { declarationList?: ts.VariableDeclarationList }).declarationList?.declarations ?? [];
  const name = ((variable ?? node) as { name?: ts.Node }).name;
  if (name !== undefined && name.pos >= 0) {
    const start = name.getStart(sourceFile);
    return { start, length: name.end - start };
  }
  const start = node.getStart(sourceFile);
  const word = /^(async\s+function\*?|function\*?|\w+|\W)/.exec(sourceFile.text.slice(start, node.end));
  return { start, length: word?.[0].length ?? 1 };
}

/** The finding as one line for a terminal. */
export function formatDiagnostic(d: Diagnostic): string {
  return `${d.fileName}:${d.line}:${d.column} ${d.severity} ${d.code} ${d.name}: ${d.message} ${d.hint}`;
}
