/**
 * Regular expressions that remember where their last match ended: those with `g` or `y`. One that outlives calls is state, its
 * `lastIndex`, which `exec` and `test` read and write.
 */
import * as ts from "typescript";
import { isLoop, staticName, unwrap } from "../../syntax/nodes.ts";
import { nodesOf } from "../../syntax/nodes-of.ts";
import type { Place } from "./place.ts";
import type { Places } from "./places.ts";
import { initialValue, type Variables } from "./variables.ts";

export interface SharedRegexes {
  /** The places of the expression, if it is such a regular expression. */
  of(e: ts.Expression, call: ts.CallExpression): readonly Place[];
  /** The places of the expression, if it is surely one, whatever is done with it. */
  handedOver(e: ts.Expression): readonly Place[];
}

type Kind = "remembers" | "forgets" | "unknown";

/** A property, and what it is made with. */
export type NamedRegexes = ReadonlyMap<string, { readonly kind: Kind; readonly declared: ts.Node }>;

export function sharedRegexes(places: Places, variables: Variables, named: NamedRegexes): SharedRegexes {
  return {
    of: (e, call) => places.of(e).filter((place) => isStateful(kindOf(place), call)),
    handedOver: (e) => places.of(e).filter((place) => kindOf(place) === "remembers"),
  };

  function kindOf(place: Place): Kind {
    const { root } = place;
    return root.kind === "expression" ? (named.get(root.name)?.kind ?? "unknown") : kindOfPlace(place, variables);
  }
}

/** Whether the variable, or the property of its object, is made as a regular expression with `g` or `y`. */
export function isSharedRegex(place: Pick<Place, "root" | "path">, variables: Variables): boolean {
  return kindOfPlace(place, variables) === "remembers";
}

function kindOfPlace({ root, path }: Pick<Place, "root" | "path">, variables: Variables): Kind {
  const value = initialValue(root.variable);
  if (value === undefined) return "unknown";
  if (path === "") return kindOfValue(value, variables);
  if (!ts.isObjectLiteralExpression(value)) return "unknown";
  const property = value.properties.find((p) => p.name !== undefined && staticName(p.name) === path);
  return property !== undefined && ts.isPropertyAssignment(property)
    ? kindOfValue(property.initializer, variables)
    : "unknown";
}

/** `const rules = { mark: /…/g }`: such an object may be handed to others, which know it as `this.rules`. */
export function namedRegexes(
  sourceFile: ts.SourceFile,
  variables: Variables,
  isLoading: (node: ts.Node) => boolean,
): NamedRegexes {
  const named = new Map<string, { kind: Kind; declared: ts.Node }>();
  for (const node of nodesOf(sourceFile)) {
    if (ts.isPropertyAssignment(node)) add(node.name, node.initializer, node);
    else if (ts.isShorthandPropertyAssignment(node)) add(node.name, node.name, node);
  }
  return named;

  function add(name: ts.PropertyName, value: ts.Expression, declared: ts.Node): void {
    const key = staticName(name);
    if (key === undefined) return;
    const kind = kindOfValue(value, variables);
    if (kind === "forgets" || (named.has(key) && kind === "unknown") || !isLoading(declared)) return;
    named.set(key, { kind, declared });
  }
}

function kindOfValue(e: ts.Expression, variables: Variables, depth = 0): Kind {
  const value = unwrap(e);
  if (ts.isRegularExpressionLiteral(value)) return /\/[a-z]*[gy][a-z]*$/.test(value.text) ? "remembers" : "forgets";
  if (ts.isIdentifier(value) && depth < 4) {
    const held = initialValue(variables.of(value));
    return held === undefined ? "forgets" : kindOfValue(held, variables, depth + 1);
  }
  if (!ts.isNewExpression(value) && !ts.isCallExpression(value)) return "forgets";
  if (value.expression.getText() !== "RegExp") return ts.isCallExpression(value) ? "unknown" : "forgets";
  const flags = value.arguments?.[1];
  if (flags === undefined) return "forgets";
  if (!ts.isStringLiteralLike(flags)) return "unknown";
  return /[gy]/.test(flags.text) ? "remembers" : "forgets";
}

/** One of which nothing is known is, where a loop goes on as long as it finds something. */
function isStateful(kind: Kind, call: ts.Node): boolean {
  if (kind !== "unknown") return kind === "remembers";
  for (let n = call; n.parent !== undefined; n = n.parent) {
    const { parent } = n;
    if (isLoop(parent))
      return (
        (parent as { expression?: ts.Node }).expression === n || (parent as { condition?: ts.Node }).condition === n
      );
    if (!ts.isExpression(parent)) return false;
  }
  return false;
}
