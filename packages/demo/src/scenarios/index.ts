/** The scenarios, in the order of the navigation. Each is loaded when it is opened. */
import type { Scenario } from "./scenario.ts";

export interface ScenarioEntry {
  /** In links. */
  readonly id: string;
  /** In the navigation: one or two words. */
  readonly title: string;
  load(): Promise<Scenario>;
}

// A scenario's work has a type of its own, which only its own play has to know.
const erase = (scenario: unknown) => scenario as Scenario;

export const scenarios: readonly [ScenarioEntry, ...ScenarioEntry[]] = [
  { id: "paper", title: "The paper", load: async () => erase((await import("./paper/scenario.ts")).paper) },
  { id: "markdown", title: "Markdown", load: async () => erase((await import("./markdown/scenario.ts")).markdown) },
  {
    id: "search",
    title: "Search as you type",
    load: async () => erase((await import("./search/scenario.ts")).searchScenario),
  },
  {
    id: "image",
    title: "Low-poly pictures",
    load: async () => erase((await import("./image/scenario.ts")).imageScenario),
  },
  { id: "chess", title: "Chess", load: async () => erase((await import("./chess/scenario.ts")).chess) },
  {
    id: "inversion",
    title: "Priority inversion",
    load: async () => erase((await import("./inversion/scenario.ts")).inversion),
  },
  { id: "overload", title: "Overload", load: async () => erase((await import("./overload/scenario.ts")).overload) },
  { id: "server", title: "Greedy script", load: async () => erase((await import("./server/scenario.ts")).server) },
];
