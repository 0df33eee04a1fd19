/** Search in 100,000 rows while one types: each key releases a search, and calls off the one before. */
import type { Scenario } from "../scenario.ts";
import { Typist } from "../typist.ts";
import { Finder } from "./finder.ts";
import { SearchPanel } from "./panel.ts";
import { every, typing } from "./queries.ts";
import type * as Work from "./work.ts";

const field = { label: "Search for a name, trade, street or city", text: "" };

export const searchScenario: Scenario<typeof Work> = {
  summary:
    "Each key searches all rows anew, forgives one typing mistake a word, and ranks what it finds. A newer key calls the search under way off.",
  watch: [
    "FCFS: type quickly. Letters appear in bursts, and the box stops for as long as each search takes.",
    "EDF: letters appear as you type, the box never stops, and the hits follow a moment after the last key.",
    "EDF: searches are called off half-way, which “called off” counts. Under FCFS those that have begun run to their end, wanted or not.",
    "Scroll the list of hits while somebody types: under EDF it follows the wheel.",
  ],
  tasks: [
    {
      id: "search",
      kind: "aperiodic",
      period: 300,
      deadline: 1500,
      wcet: 220,
      priority: 10,
      does: "compares all rows with the query and ranks them",
    },
    {
      id: "prepare",
      kind: "aperiodic",
      period: 2000,
      deadline: 6000,
      wcet: 300,
      priority: 5,
      does: "makes the rows, or reads them from a file",
    },
  ],
  options: [
    {
      id: "typing",
      label: "Typing",
      values: [
        ["recorded", "recorded, until you type"],
        ["you", "only yours"],
      ],
    },
    {
      id: "rows",
      label: "Rows",
      values: [
        ["100000", "100,000"],
        ["300000", "300,000"],
      ],
    },
  ],
  field,
  drop: { label: "Drop a text or CSV file to search in its lines", accept: ".txt,.csv,.tsv,.log,.md,.json,text/*" },
  files: [
    { name: "work.ts", source: () => import("./work.ts?raw"), output: () => import("./work.ts?output") },
    { name: "align.ts", source: () => import("./align.ts?raw"), output: () => import("./align.ts?output") },
    { name: "nearly.ts", source: () => import("./nearly.ts?raw"), output: () => import("./nearly.ts?output") },
    { name: "rows.ts", source: () => import("./rows.ts?raw"), output: () => import("./rows.ts?output") },
  ],
  work: {
    capture: () => import("./work.ts"),
    paper: () => import("./work.ts?paper") as Promise<typeof Work>,
    plain: () => import("./work.ts?plain") as Promise<typeof Work>,
  },
  open(stage) {
    const panel = new SearchPanel(stage.panel, (count, row) => stage.showRows(count, row));
    const finder = new Finder(stage.typed, panel);
    const typist = new Typist(stage, field.text);
    return {
      start(system, work) {
        finder.start(system, work);
        typist.start(system, every, typing());
      },
      typed: (text) => finder.typed(text),
      dropped: (file) => void finder.read(file),
    };
  },
};
