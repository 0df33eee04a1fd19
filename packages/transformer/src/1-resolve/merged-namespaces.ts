/**
 * What the blocks of one namespace see of each other: `namespace N { export function f() {} } namespace N { f(); }` calls `N.f`,
 * whatever that is by then.
 */
import * as ts from "typescript";
import { memo } from "../shared/memo.ts";
import { isExported } from "../syntax/nodes.ts";
import type { Binding } from "./binding.ts";

/** What all blocks of one namespace export. */
interface Namespace {
  readonly exports: Map<string, Binding>;
  readonly inner: Map<string, Namespace>;
}

export class MergedNamespaces {
  /** By where they are declared. */
  readonly #outermost = new Map<ts.Node, Map<string, Namespace>>();

  /** A name that is declared in the block of a namespace. */
  declare(name: string, declaration: ts.Node, block: ts.ModuleBlock): void {
    if (isExported(declaration)) this.#add(name, declaration, block.parent);
  }

  /** `namespace A.B {}` is `namespace A { export namespace B {} }`. */
  declareDotted(inner: ts.ModuleDeclaration, outer: ts.ModuleDeclaration): void {
    this.#add(inner.name.text, inner, outer);
  }

  /** What a name means in the block that it does not declare, if another block of the namespace exports it. */
  find(name: string, block: ts.ModuleBlock): Binding | undefined {
    for (let module: ts.Node = block.parent; ts.isModuleDeclaration(module); module = module.parent) {
      const binding = this.#of(module).exports.get(name);
      if (binding !== undefined) return binding;
    }
    return undefined;
  }

  #add(name: string, declaration: ts.Node, module: ts.ModuleDeclaration): void {
    const { exports } = this.#of(module);
    const binding = exports.get(name);
    if (binding !== undefined) binding.declarations.push(declaration);
    // It is a property, which anybody may assign.
    else exports.set(name, { name, declarations: [declaration], references: [], assigned: true, isOpen: true });
  }

  #of(module: ts.ModuleDeclaration): Namespace {
    const { parent } = module;
    const siblings = ts.isModuleDeclaration(parent)
      ? this.#of(parent).inner
      : ts.isModuleBlock(parent) && isExported(module)
        ? this.#of(parent.parent).inner
        : memo(this.#outermost, parent, () => new Map<string, Namespace>());
    return memo(siblings, module.name.text, () => ({ exports: new Map(), inner: new Map() }));
  }
}
