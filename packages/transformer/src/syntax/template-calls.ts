/**
 * A tagged template as the call that it is: of its tag, with its strings first. The phases see one call for each, whose callee and
 * arguments are nodes of the source. The strings stand for one object of the place (see 5-emit/shared/templates.ts).
 *
 *   tag`a${x}b`   ⇒   tag(STRINGS, x)
 */
import * as ts from "typescript";
import { memo } from "../shared/memo.ts";
import { accessCall, accessOf } from "./accesses.ts";
import type { Call } from "./nodes.ts";

const calls = new WeakMap<ts.TaggedTemplateExpression, ts.CallExpression>();
const templates = new WeakMap<ts.Node, ts.TaggedTemplateExpression>();

/** The call that `node` is, if it is one. */
export function callOf(node: ts.Node): ts.CallExpression | undefined {
  if (ts.isCallExpression(node)) return node;
  if (ts.isTaggedTemplateExpression(node)) return memo(calls, node, () => create(node));
  return ts.isOptionalChain(node) ? undefined : accessCall(node);
}

/** The same of a link of an optional chain, too, which is none by itself. */
export function linkCallOf(node: ts.Node): ts.CallExpression | undefined {
  return callOf(node) ?? accessCall(node);
}

/** The same, or what constructs. */
export function linkOrNewOf(node: ts.Node): Call | undefined {
  return ts.isNewExpression(node) ? node : linkCallOf(node);
}

/** What the node calls or constructs, if its value is that of the call, which an assignment's is not. */
export function valueCallOf(node: ts.Node): Call | undefined {
  if (ts.isNewExpression(node)) return node;
  const call = callOf(node);
  return call !== undefined && (accessOf(call)?.kind ?? "get") !== "get" ? undefined : call;
}

/** The tagged template that such a call, or its strings, stand for. */
export function templateOf(node: ts.Node): ts.TaggedTemplateExpression | undefined {
  return templates.get(node);
}

function create(tagged: ts.TaggedTemplateExpression): ts.CallExpression {
  const { tag, template } = tagged;
  const spans = ts.isTemplateExpression(template) ? template.templateSpans : [];
  const strings = standing(ts.factory.createNoSubstitutionTemplateLiteral(""), tagged, template);
  const args = [strings, ...spans.map((span) => span.expression)];
  const call = standing(ts.factory.createCallExpression(tag, undefined, args), tagged, tagged);
  // The factory may have put parentheses around the tag.
  Object.assign(call, { parent: tagged.parent, expression: tag, arguments: ts.factory.createNodeArray(args) });
  return call;
}

function standing<N extends ts.Node>(node: N, tagged: ts.TaggedTemplateExpression, place: ts.Node): N {
  templates.set(node, tagged);
  Object.assign(node, { parent: tagged });
  return ts.setTextRange(node, place);
}
