/** Programs to begin with: short, each about one thing. */
import deadlines from "./examples/deadlines.ts?raw";
import diagnostics from "./examples/diagnostics.ts?raw";
import endless from "./examples/endless.ts?raw";
import inheritance from "./examples/inheritance.ts?raw";
import recursion from "./examples/recursion.ts?raw";
import waiting from "./examples/waiting.ts?raw";

export interface Example {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** The first is the one to begin with. */
export const examples: readonly [Example, ...Example[]] = [
  { id: "deadlines", title: "Two deadlines", text: deadlines },
  { id: "recursion", title: "Recursion and a beat", text: recursion },
  { id: "waiting", title: "Jobs that await", text: waiting },
  { id: "inheritance", title: "Priority inheritance", text: inheritance },
  { id: "diagnostics", title: "Diagnostics", text: diagnostics },
  { id: "endless", title: "An endless loop", text: endless },
];
