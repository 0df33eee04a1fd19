/**
 * Classes with preemptable methods. The body of a method has to stand inside the class, where private names and
 * `super` mean what they mean in the method:
 *
 *   class C {                       class C {
 *     m(a) { … }               ⇒      static { $attach(this.prototype.m, function* m$resumable(a) { … }); }
 *                                     m(a) { … }
 *     s(a) { super.s(a) }      ⇒      static { $attachMethod(this.prototype, "s", $bodyKey("s$resumable"), false); }
 *                                     s(a) { … } *[$bodyKey("s$resumable")](a) { … }   taken out by $attachMethod
 *     #p(a) { … }              ⇒      #p(a) { … } *#p$resumable(a) { … }
 *     [k](a) { … }             ⇒      static { $attach(this.prototype[$key], function* (a) { … }); }
 *                                     [$key = $propertyKey(k)](a) { … }
 *   }                               }
 *
 * The static block comes first, before any code of the user that could see the class. A method that is followed by
 * members with computed keys may have been replaced by one of them: `if ($key !== "m") $attach(…)`.
 */
import * as ts from "typescript";
import { isClassDecorated } from "../syntax/decorators.ts";
import { isDerived, isGenerator, isMethod, isStaticMember, type Method, staticName } from "../syntax/nodes.ts";
import { withQuestion } from "./asking-originals.ts";
import { captureKeys } from "./class-keys.ts";
import { askedConstructor, attachConstructor, attachDefault } from "./constructors.ts";
import { attachName, bodiesOf, originalOf, plainMarks, resumableExpression, resumableParts } from "./functions.ts";
import { attachedAccessor, kindOf } from "./object-members.ts";
import type { Part } from "./plain/frame.ts";
import { saysHit } from "./shared/accessor-sites.ts";
import * as js from "./shared/build.ts";
import { SuperReaders } from "./shared/super-readers.ts";
import type { Unit } from "./shared/unit.ts";

export function rewriteClass(unit: Unit, node: ts.ClassLikeDeclaration): ts.ClassLikeDeclaration {
  const { f } = unit;
  const members: ts.ClassElement[] = [];
  const attach: ts.Statement[] = [];
  const used = new Set(node.members.map((m) => (m.name ? staticName(m.name) : undefined)));

  for (const member of node.members) {
    if (isMethod(member) && unit.kept.has(member) && ts.isPrivateIdentifier(member.name)) {
      unit.bodyNames.set(member, f.createPrivateIdentifier(freeName(`${bodyText(member)}$resumable`)));
      if (isGenerator(member)) unit.attachedNames.set(member, freeName(`${bodyText(member)}$attached`));
    }
  }
  const keys = captureKeys(unit, node);
  const readers = new SuperReaders(unit);
  unit.superReaders.set(node, readers);
  for (const member of node.members) {
    const visited = ts.isMethodDeclaration(member)
      ? plainMethod(unit, member)
      : ts.isAccessor(member) && unit.kept.has(member)
        ? plainAccessor(member)
        : (ts.visitNode(member, unit.visitPlain) as ts.ClassElement);
    if (ts.isConstructorDeclaration(member) && unit.kept.has(member)) {
      attach.push(...attachConstructor(unit, member, itself()));
      const made = visited as ts.ConstructorDeclaration;
      members.push(unit.plan.byField.has(node) ? made : askedConstructor(unit, member, made));
      continue;
    }
    members.push(keys.captured(member, visited));
    if (!isMethod(member) || !unit.kept.has(member)) continue;
    const owner = ownerOf(member);
    if (ts.isPrivateIdentifier(member.name)) {
      const name = unit.bodyNames.get(member) as ts.PrivateIdentifier;
      if (bodiesOf(unit, member) === 2) {
        const rest = f.createPrivateIdentifier(freeName(`${bodyText(member)}$rest`));
        members.push(sibling(member, name, "start", rest), sibling(member, rest, "rest"));
      } else members.push(sibling(member, name));
      if (isGenerator(member)) members.push(attachedGetter(member, name));
      continue;
    }
    const isSeen = keys.isSeen(member);
    if (unit.kept.get(member)?.facts.usesSuper && !unit.isPlain(member)) {
      const name = freeName(`${bodyText(member)}$resumable`);
      const bodyKey = () => unit.callRuntime("bodyKey", [js.text(name)]);
      members.push(sibling(member, f.createComputedPropertyName(bodyKey())));
      const key = keys.key(member);
      const seenKey = isSeen ? js.choice(isSeen, key, js.nothing()) : key;
      if (ts.isAccessor(member)) {
        attach.push(js.statement(attachedAccessor(unit, member, owner, seenKey, bodyKey())));
        continue;
      }
      const args = [owner, seenKey, bodyKey(), kindOf(unit, member)];
      attach.push(js.statement(unit.callRuntime("attachMethod", args)));
    } else if (ts.isAccessor(member)) {
      const key = isSeen ? js.choice(isSeen, keys.key(member), js.nothing()) : keys.key(member);
      attach.push(js.statement(attachedAccessor(unit, member, owner, key, resumableExpression(unit, member))));
    } else {
      const args: ts.Expression[] = [keys.access(member, owner), resumableExpression(unit, member)];
      if (unit.isPlain(member) || isGenerator(member)) args.push(...plainMarks(unit, member));
      const statement = js.statement(unit.callRuntime(attachName(unit, member), args));
      attach.push(isSeen ? js.when(isSeen, statement) : statement);
    }
  }
  const hasConstructor = node.members.some((m) => ts.isConstructorDeclaration(m) && unit.kept.has(m));
  if (!hasConstructor && (unit.plan.heirs.has(node) || unit.plan.byField.has(node)))
    attach.push(attachDefault(unit, node, itself()));
  members.push(...readers.members());
  if (marksInstances(unit, node)) members.unshift(marking(unit, freeName("#ordinary")));
  attach.unshift(...readers.takeOut(ownerOf));
  if (attach.length > 0) members.unshift(f.createClassStaticBlockDeclaration(js.lines(...attach)));

  const list = ts.setTextRange(f.createNodeArray(members), node.members);
  const modifiers = ts.visitNodes(node.modifiers, unit.visitPlain, ts.isModifierLike);
  const heritage = ts.visitNodes(node.heritageClauses, unit.visitPlain, ts.isHeritageClause);
  return ts.isClassDeclaration(node)
    ? f.updateClassDeclaration(node, modifiers, node.name, node.typeParameters, heritage, list)
    : f.updateClassExpression(node, modifiers, node.name, node.typeParameters, heritage, list);

  function freeName(text: string): string {
    let name = text;
    for (let i = 1; used.has(name); i++) name = `${text}_${i}`;
    used.add(name);
    return name;
  }

  function ownerOf(member: ts.ClassElement): ts.Expression {
    return isStaticMember(member) ? itself() : js.member(itself(), "prototype");
  }

  /** The class in its static block: for older engines TypeScript replaces `this` by nothing, where the class has older decorators. */
  function itself(): ts.Expression {
    if (!isCompiledDecorated(node, unit)) return f.createThis();
    return node.name ? js.word(node.name.text) : f.getGeneratedNameForNode(node);
  }

  /** What the body of a method or accessor is called by. */
  function bodyText(member: Method): string {
    const text = staticName(member.name) ?? "method";
    if (!ts.isAccessor(member)) return text;
    return ts.isGetAccessor(member) ? `${text}$get` : `${text}$set`;
  }

  /** `*m$resumable(a) { … }` beside `m`. */
  function sibling(method: Method, name: ts.PropertyName, part: Part = "whole", rest = name): ts.MethodDeclaration {
    const modifiers = isStaticMember(method) ? [f.createModifier(ts.SyntaxKind.StaticKeyword)] : undefined;
    // Who has the body is `this`; where its key is computed it is a generator, which nobody calls again.
    const body = (key: ts.PropertyName) =>
      ts.isPrivateIdentifier(key) ? js.member(unit.name("$this"), key) : js.nothing();
    const parts = resumableParts(unit, method, { run: body(rest), whole: body(name) }, part, true);
    const made = f.createMethodDeclaration(
      modifiers,
      parts.asterisk,
      name,
      undefined,
      undefined,
      parts.parameters,
      undefined,
      parts.block,
    );
    return ts.setSourceMapRange(made, method);
  }

  /** `get #g$attached() { return $attachGenerator(this.#g, this.#g$resumable, true); }` */
  function attachedGetter(method: Method, body: ts.PrivateIdentifier): ts.GetAccessorDeclaration {
    const [name, itself] = [unit.attachedNames.get(method) as string, (method.name as ts.PrivateIdentifier).text];
    const members = [itself, body.text].map((text) => js.member(f.createThis(), f.createPrivateIdentifier(text)));
    const attached = unit.callRuntime(attachName(unit, method), [...members, ...plainMarks(unit, method)]);
    const modifiers = isStaticMember(method) ? [f.createModifier(ts.SyntaxKind.StaticKeyword)] : undefined;
    const key = f.createPrivateIdentifier(name);
    return f.createGetAccessorDeclaration(modifiers, key, [], undefined, js.block(js.returned(attached)));
  }

  /** The accessor that un-annotated callers see. Of a private one it is known who asks. */
  function plainAccessor(accessor: ts.AccessorDeclaration): ts.AccessorDeclaration {
    const isErased = (child: ts.Node) => ts.isDecorator(child) && unit.erasedDecorators.has(child);
    const kept = originalOf(unit, accessor);
    const original = accessor.modifiers?.some(isErased)
      ? ts.visitEachChild(kept, (child) => (isErased(child) ? undefined : child), undefined)
      : kept;
    return ts.isPrivateIdentifier(accessor.name) ? original : saysHit(unit, original);
  }

  /** The method that un-annotated callers see. Methods stay whole even when they contain preemptable functions. */
  function plainMethod(u: Unit, method: ts.MethodDeclaration): ts.MethodDeclaration {
    return withQuestion(u, method, methodAsItIs(u, method));
  }

  function methodAsItIs(u: Unit, method: ts.MethodDeclaration): ts.MethodDeclaration {
    const erased = method.modifiers?.some((m) => ts.isDecorator(m) && u.erasedDecorators.has(m));
    if (!u.containers.has(method) && !u.plainEdits.has(method) && !erased) return method;
    const kept = method.modifiers?.filter((m) => !(ts.isDecorator(m) && u.erasedDecorators.has(m)));
    return f.updateMethodDeclaration(
      method,
      kept && ts.visitNodes(f.createNodeArray(kept), u.visitPlain, ts.isModifierLike),
      method.asteriskToken,
      ts.visitNode(method.name, u.visitPlain) as ts.PropertyName,
      method.questionToken,
      method.typeParameters,
      method.parameters.map((p) => ts.visitNode(p, u.visitPlain) as ts.ParameterDeclaration),
      method.type,
      method.body && (ts.visitNode(method.body, u.visitPlain, ts.isBlock) as ts.Block),
    );
  }
}

/** `#ordinary = $markOrdinary(this);`: what a base class makes is no proxy. Proxies around it do not have the field. */
function marking(unit: Unit, name: string): ts.PropertyDeclaration {
  const { f } = unit;
  const marked = unit.callRuntime("markOrdinary", [f.createThis()]);
  return f.createPropertyDeclaration(undefined, f.createPrivateIdentifier(name), undefined, undefined, marked);
}

/** Whether the class makes the objects itself that have its preemptable accessors. TypeScript would compile the field for older engines. */
function marksInstances({ kept, context }: Unit, node: ts.ClassLikeDeclaration): boolean {
  const { target = ts.ScriptTarget.ESNext } = context.getCompilerOptions();
  if (target < ts.ScriptTarget.ES2022 || isDerived(node)) return false;
  return node.members.some(
    (m) => ts.isAccessor(m) && kept.has(m) && !ts.isPrivateIdentifier(m.name) && !isStaticMember(m),
  );
}

function isCompiledDecorated(node: ts.ClassLikeDeclaration, { context, erasedDecorators }: Unit): boolean {
  const { target = ts.ScriptTarget.ESNext, experimentalDecorators } = context.getCompilerOptions();
  if (!experimentalDecorators || target >= ts.ScriptTarget.ES2022) return false;
  return isClassDecorated(node, erasedDecorators);
}
