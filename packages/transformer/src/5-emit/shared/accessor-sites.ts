/**
 * Reads and assignments that may reach a preemptable accessor. For each name the file has one function, in which engines know what they
 * read. It asks for the accessor first as long as its site is hot, which it is until it has found none for a while; and again once the
 * accessor says that it was called (asking nobody) in between.
 *
 *   o.total       ⇒   $get_total($depth + 1, o)       function $get_total($depth, $object) {
 *                                                       if ($total.isHot) { const $entry = $getterOf($total, $object);
 *                                                         if ($entry !== void 0) return $entry($depth, $object); }
 *                                                       $state.isHit = false;
 *                                                       const $value = $object.total;
 *                                                       if ($state.isHit) $total.isHot = true;
 *                                                       return $value; }
 *   get total()   ⇒   get total() { $state.isHit = true; … }
 */
import type { SharedAccessSite, SharedState } from "@preempt/abi";
import * as ts from "typescript";
import type { FunctionNode } from "../../1-resolve/target.ts";
import { memo } from "../../shared/memo.ts";
import type { Access, AccessorKind } from "../../syntax/accesses.ts";
import { isPrologueDirective, isStrict } from "../../syntax/nodes.ts";
import * as js from "./build.ts";
import type { AccessorSite, Unit } from "./unit.ts";
import { markPure } from "./unused.ts";

/** The function for such an access. */
export function accessorAt(unit: Unit, { name: key, member }: Access, kind: AccessorKind): ts.Identifier {
  const isOwnStrict = kind === "set" && !ts.isExternalModule(unit.sourceFile) && isStrict(member);
  return memo(unit.accessorSites, `${kind} ${isOwnStrict} ${key}`, () => {
    const text = key.replace(/[^\w$]/g, "_");
    return { kind, key, isStrict: isOwnStrict, site: unit.topName(`$${text}`), name: unit.topName(`$${kind}_${text}`) };
  }).name;
}

/** What stands at the top of the file for those that it needs. */
export function accessorStatements(unit: Unit, isScript: boolean): ts.Statement[] {
  const all = [...unit.accessorSites.values()];
  if (all.length === 0) return [];
  const declared = all.map(({ site, key }) =>
    js.declaration(site, markPure(unit.callRuntime("accessSite", [js.text(key)]))),
  );
  // Scripts of one page share their top level, where `const` might clash.
  const sites = js.declarations(isScript ? ts.NodeFlags.None : ts.NodeFlags.Const, ...declared);
  const functions = all.map((site) => {
    const made = functionOf(unit, site);
    return ts.setEmitFlags(made, ts.EmitFlags.NoSourceMap | ts.EmitFlags.NoNestedSourceMaps);
  });
  return [sites, ...functions];
}

function functionOf(unit: Unit, { kind, key, isStrict, site, name }: AccessorSite): ts.FunctionDeclaration {
  const { f } = unit;
  const [depth, object, entry, value] = ["$depth", "$object", "$entry", "$value"].map((text) => unit.name(text)) as [
    ts.Identifier,
    ts.Identifier,
    ts.Identifier,
    ts.Identifier,
  ];
  const isGet = kind === "get";
  const given = isGet ? [] : [value];
  const place = /^[A-Za-z_$][\w$]*$/.test(key) ? js.member(object, key) : js.element(object, js.text(key));
  const isHot = () => js.member(site, "isHot" satisfies keyof SharedAccessSite);
  const isHit = () => js.member(unit.runtime("state"), "isHit" satisfies keyof SharedState);
  const ask = js.when(
    isHot(),
    js.lines(
      js.constant(entry, unit.callRuntime(isGet ? "getterOf" : "setterOf", [site, object])),
      js.when(js.unequal(entry, js.nothing()), js.returned(js.call(entry, depth, object, ...given))),
    ),
  );
  const access = isGet ? js.constant(value, place) : js.statement(js.assign(place, value));
  const statements = [
    ...(isStrict ? [js.statement(js.text("use strict"))] : []),
    ask,
    js.statement(js.assign(isHit(), js.truth(false))),
    access,
    js.when(isHit(), js.statement(js.assign(isHot(), js.truth(true)))),
    ...(isGet ? [js.returned(value)] : []),
  ];
  const parameters = [depth, object, ...given].map((parameter) => js.parameter(parameter));
  return f.createFunctionDeclaration(
    undefined,
    undefined,
    name,
    undefined,
    parameters,
    undefined,
    js.lines(...statements),
  );
}

/** The accessor as it is called by those who ask nobody: it says that it was. */
export function saysHit<F extends FunctionNode>(unit: Unit, accessor: F): F {
  const body = accessor.body as ts.Block | undefined;
  if (body === undefined) return accessor;
  const isHit = js.member(unit.runtime("state"), "isHit" satisfies keyof SharedState);
  const hit = ts.setEmitFlags(js.statement(js.assign(isHit, js.truth(true))), ts.EmitFlags.NoSourceMap);
  const at = body.statements.findIndex((s) => !isPrologueDirective(s));
  const start = at < 0 ? body.statements.length : at;
  const list = [...body.statements.slice(0, start), hit, ...body.statements.slice(start)];
  const made = unit.f.updateBlock(body, ts.setTextRange(unit.f.createNodeArray(list), body.statements));
  return ts.visitEachChild(accessor, (child) => (child === body ? made : child), undefined);
}
