/** Where files are read, and who takes note of it. */
import * as ts from "typescript";
import { Reads } from "./reads.ts";

export interface Reading {
  readonly system: ts.System;
  readonly reads: Reads;
}

/** TypeScript's own, noted by nobody. */
export const unnoted: Reading = {
  get system() {
    return ts.sys;
  },
  reads: new Reads(false),
};
