/** A name that is declared, with all that mention it. See scopes.ts. */
import type ts from "typescript";

export interface Binding {
  readonly name: string;
  /** More than one for repeated `var`s and functions. */
  readonly declarations: ts.Node[];
  readonly references: ts.Identifier[];
  /** Written to after its declaration. */
  assigned: boolean;
  /** May be written to by what is none of its references: a direct eval, a function of a block, other files. */
  isOpen: boolean;
}
