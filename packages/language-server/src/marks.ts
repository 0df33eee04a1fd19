/** What becomes of a function: behind its name, above it, and in its hover text. */
import { hoverTextOf, type InspectedFunction, markOf } from "@preempt/transformer/editor";
import {
  type CodeLens,
  type Hover,
  type InlayHint,
  InlayHintKind,
  MarkupKind,
  type Range,
} from "vscode-languageserver";
import { rangeOf } from "./findings.ts";
import type { Inspected } from "./inspections.ts";

export function inlayHintsIn({ functions, document }: Inspected, range: Range): InlayHint[] {
  const [from, to] = [document.offsetAt(range.start), document.offsetAt(range.end)];
  return functions.flatMap((one): InlayHint[] => {
    const label = markOf(one);
    if (label === undefined || one.start < from || one.start > to) return [];
    const position = document.positionAt(one.start + one.length);
    return [{ position, label, kind: InlayHintKind.Type, paddingLeft: true, tooltip: hoverTextOf(one) }];
  });
}

/** For editors without inlay hints. A lens that does nothing has a command without a name. */
export function lensesIn({ functions, document }: Inspected): CodeLens[] {
  return functions.map((one) => ({
    range: rangeOf(one, document),
    command: { title: hoverTextOf(one), command: "" },
  }));
}

/** The function whose name stands at an offset. */
export function functionNamedAt({ functions }: Inspected, offset: number): InspectedFunction | undefined {
  return functions.find(({ start, length }) => start <= offset && offset <= start + length);
}

export function hoverOf(one: InspectedFunction): Hover {
  return { contents: { kind: MarkupKind.PlainText, value: hoverTextOf(one) } };
}
