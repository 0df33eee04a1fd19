/** What becomes of a function, in its hover text and behind its name. */
import { hoverTextOf, markOf } from "@preempt/transformer/editor";
import type ts from "typescript";
import type { Files, InspectedFile } from "./files.ts";

/** Adds a line about the function that stands at the position, or is declared where the name there leads. */
export function withMark(
  info: ts.QuickInfo,
  files: Files,
  definitions: readonly ts.DefinitionInfo[] | undefined,
): ts.QuickInfo {
  const lines = (definitions ?? []).flatMap(({ fileName, textSpan }) => {
    const { functions } = files.of(fileName);
    return functions.filter(({ start }) => start === textSpan.start).map(hoverTextOf);
  });
  if (lines.length === 0) return info;
  const documentation = [...(info.documentation ?? [])];
  if (documentation.length > 0) documentation.push({ kind: "lineBreak", text: "\n\n" });
  return { ...info, documentation: [...documentation, { kind: "text", text: lines.join("\n\n") }] };
}

export function inlayHintsIn(typescript: typeof ts, { functions }: InspectedFile, span: ts.TextSpan): ts.InlayHint[] {
  const end = span.start + span.length;
  return functions.flatMap((one) => {
    const { start, length } = one;
    const text = markOf(one);
    if (text === undefined || start < span.start || start >= end) return [];
    return [{ text, position: start + length, kind: typescript.InlayHintKind.Type, whitespaceBefore: true }];
  });
}
