/**
 * `super.m` in plain bodies, which are no methods. A method of the class reads it, one for all of them, with the `this` that it is
 * called with, which a getter sees. It is taken out of the class before anybody sees it:
 *
 *   class C extends B {         class C extends B {
 *     m() { super.m() }    ⇒      static { const m$super = $takeOut(this.prototype, $bodyKey("m$super"));
 *                                          $attachPlain(this.prototype.m, function m$resumable($depth, $this) { … $call(m$super, $this) … }); }
 *                                 m() { super.m() } [$bodyKey("m$super")]() { return super.m; }
 *   }                           }
 */
import * as ts from "typescript";
import { type SuperProperty, superKey } from "../../4-plan/super-properties.ts";
import { memo } from "../../shared/memo.ts";
import { isStaticMember, type Method } from "../../syntax/nodes.ts";
import { identifierLike } from "../functions.ts";
import * as js from "./build.ts";
import type { Unit } from "./unit.ts";

interface Reader {
  readonly name: ts.Identifier;
  readonly key: () => ts.Expression;
  readonly member: ts.MethodDeclaration;
}

/** Those of one class. */
export class SuperReaders {
  readonly #unit: Unit;
  readonly #static = new Map<string, Reader>();
  readonly #own = new Map<string, Reader>();

  constructor(unit: Unit) {
    this.#unit = unit;
  }

  of(method: Method | ts.ConstructorDeclaration, property: SuperProperty): ts.Identifier {
    const isStatic = isStaticMember(method);
    const text = superKey(property) as string;
    const make = () => this.#reader(text, isStatic, ts.isPropertyAccessExpression(property));
    return memo(isStatic ? this.#static : this.#own, text, make).name;
  }

  #reader(text: string, isStatic: boolean, isName: boolean): Reader {
    const { f } = this.#unit;
    const key = () => this.#unit.callRuntime("bodyKey", [js.text(`${text}$super`)]);
    const read = isName ? js.member(f.createSuper(), text) : js.element(f.createSuper(), js.text(text));
    const member = f.createMethodDeclaration(
      isStatic ? [f.createModifier(ts.SyntaxKind.StaticKeyword)] : undefined,
      undefined,
      f.createComputedPropertyName(key()),
      undefined,
      undefined,
      [],
      undefined,
      js.block(js.returned(read)),
    );
    return { name: this.#unit.freshName(`${identifierLike(text)}$super`), key, member };
  }

  /** What stands beside the methods. */
  members(): ts.MethodDeclaration[] {
    return this.#all.map(({ member }) => member);
  }

  /** Takes it out again: in a static block, where `ownerOf` gives the class or its prototype. */
  takeOut(ownerOf: (member: ts.MethodDeclaration) => ts.Expression): ts.Statement[] {
    const declared = this.#all.map(({ name, key, member }) => {
      const taken = this.#unit.callRuntime("takeOut", [ownerOf(member), key()]);
      return js.declaration(name, taken);
    });
    if (declared.length === 0) return [];
    return [js.declarations(ts.NodeFlags.Const, ...declared)];
  }

  get #all(): Reader[] {
    return [...this.#own.values(), ...this.#static.values()];
  }
}
