/** One rule: reports some findings of the transform, with their fixes. */
import { type Diagnostic, type Fix, fixesFor, messageOf } from "@preempt/transformer/editor";
import type { Rule } from "eslint";
import { findingsOf } from "./findings.ts";
import type { RuleKind } from "./kinds.ts";

interface RuleOptions {
  /** Codes or names of findings that are not reported. */
  readonly ignore?: readonly string[];
  /** Whether findings are reported that may be as they were meant to be. */
  readonly info?: boolean;
}

const schema = [
  {
    type: "object",
    properties: {
      ignore: { type: "array", items: { type: "string" }, uniqueItems: true },
      info: { type: "boolean" },
    },
    additionalProperties: false,
  },
] satisfies Rule.RuleMetaData["schema"];

export function ruleOf({ name, description, findings, isFixable }: RuleKind): Rule.RuleModule {
  const wanted = new Set<string>(findings);
  // All findings of this rule are such.
  const infoByDefault = name === "shared-state";
  return {
    meta: {
      type: "problem",
      docs: { description, url: `https://www.npmjs.com/package/@preempt/eslint-plugin#${name}` },
      hasSuggestions: true,
      ...(isFixable && { fixable: "code" }),
      schema,
    },
    create(context) {
      const { ignore = [], info = infoByDefault } = (context.options[0] ?? {}) as RuleOptions;
      const ignored = new Set(ignore);
      const isReported = (d: Diagnostic) =>
        wanted.has(d.name) && (info || d.severity !== "info") && !ignored.has(d.code) && !ignored.has(d.name);
      return {
        Program() {
          for (const finding of findingsOf(context)) if (isReported(finding)) report(context, finding, isFixable);
        },
      };
    },
  };
}

function report(context: Rule.RuleContext, finding: Diagnostic, isFixable: boolean): void {
  const { sourceCode } = context;
  const { start, length } = finding;
  const fixes = fixesFor(sourceCode.text, finding);
  const safe = isFixable ? fixes.find(({ isSafe }) => isSafe) : undefined;
  context.report({
    message: messageOf(finding),
    loc: { start: sourceCode.getLocFromIndex(start), end: sourceCode.getLocFromIndex(start + length) },
    ...(safe !== undefined && { fix: (fixer) => applied(fixer, safe) }),
    suggest: fixes
      .filter((one) => one !== safe)
      .map((one) => ({ desc: one.title, fix: (fixer) => applied(fixer, one) })),
  });
}

function applied(fixer: Rule.RuleFixer, { edits }: Fix): Rule.Fix[] {
  return edits.map(({ start, length, text }) => fixer.replaceTextRange([start, start + length], text));
}
