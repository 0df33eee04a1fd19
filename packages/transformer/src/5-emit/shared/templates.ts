/**
 * Tagged templates. Each place in the source has one object of strings, which the tag may know again; where there are several
 * versions of the place, they take it from a function that holds the template once:
 *
 *   tag`a${x}b`   ⇒   (tag)($template(), x)     function $template(strings) { return strings === void 0 ? $template`a${0}b` : strings; }
 *
 * A function, since it is there before the code of its file runs.
 */
import * as ts from "typescript";
import { nodesOf } from "../../syntax/nodes-of.ts";
import { templateOf } from "../../syntax/template-calls.ts";
import * as js from "./build.ts";
import type { Unit } from "./unit.ts";

/** `$template()` for the strings of a tagged template that has become a call: see syntax/template-calls.ts. */
export function stringsAt(unit: Unit, node: ts.Node): ts.Expression | undefined {
  if (node.kind !== ts.SyntaxKind.NoSubstitutionTemplateLiteral) return undefined;
  const place = templateOf(node);
  return place && js.call(unit.templateName(place));
}

/** What the file consists of, when all else is rewritten, and the functions that it then needs. */
export function shareTemplates(
  unit: Unit,
  statements: ts.NodeArray<ts.Statement>,
): { shared: ts.NodeArray<ts.Statement>; templates: ts.Statement[] } {
  const { f, context, sourceFile } = unit;
  const hasTags = sourceFile.text.includes("`") && nodesOf(sourceFile).some(ts.isTaggedTemplateExpression);
  if (!hasTags) return { shared: statements, templates: [] };
  const seen = new Set<ts.Node>();
  const names = unit.templateNames;
  for (const statement of statements) look(statement);
  if (names.size === 0) return { shared: statements, templates: [] };
  const templates = [...names].map(([place, name]) => holder(place as ts.TaggedTemplateExpression, name));
  return { shared: ts.visitNodes(statements, visit, ts.isStatement), templates };

  function look(node: ts.Node): void {
    if (ts.isTaggedTemplateExpression(node)) {
      const place = ts.getOriginalNode(node);
      if (!seen.has(place)) seen.add(place);
      else unit.templateName(place);
    }
    ts.forEachChild(node, look);
  }

  function holder({ template }: ts.TaggedTemplateExpression, name: ts.Identifier): ts.Statement {
    const strings = js.word("strings");
    const literal = ts.isNoSubstitutionTemplateLiteral(template)
      ? template
      : f.createTemplateExpression(
          template.head,
          template.templateSpans.map((s) => f.createTemplateSpan(js.number(0), s.literal)),
        );
    const value = js.choice(
      js.equal(strings, js.nothing()),
      f.createTaggedTemplateExpression(name, undefined, literal),
      strings,
    );
    const made = f.createFunctionDeclaration(
      undefined,
      undefined,
      name,
      undefined,
      [js.parameter(strings)],
      undefined,
      js.block(js.returned(value)),
    );
    return ts.setEmitFlags(made, ts.EmitFlags.NoSourceMap | ts.EmitFlags.NoNestedSourceMaps);
  }

  /** TypeScript compiles a private method between parentheses, for older targets, to a call without its receiver. */
  function isLowered(tag: ts.Expression): boolean {
    const isPrivate = ts.isPropertyAccessExpression(tag) && ts.isPrivateIdentifier(tag.name);
    return isPrivate && (context.getCompilerOptions().target ?? ts.ScriptTarget.ESNext) < ts.ScriptTarget.ES2022;
  }

  function visit(node: ts.Node): ts.Node {
    const visited = ts.visitEachChild(node, visit, context);
    const name = ts.isTaggedTemplateExpression(visited) ? names.get(ts.getOriginalNode(node)) : undefined;
    if (name === undefined) return visited;
    const { tag, template } = visited as ts.TaggedTemplateExpression;
    const values = ts.isTemplateExpression(template) ? template.templateSpans.map((s) => s.expression) : [];
    const strings = js.call(name);
    // An engine reports a template at its start, and a call, behind parentheses, at its own parenthesis.
    const { tag: from, template: to } = ts.getOriginalNode(node) as ts.TaggedTemplateExpression;
    const called = ts.setSourceMapRange(isLowered(tag) ? tag : js.parenthesized(tag), {
      pos: from.getStart(),
      end: to.getStart(),
    });
    return ts.setTextRange(js.call(called, strings, ...values), node);
  }
}
