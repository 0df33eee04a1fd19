/** A picture in triangles: filters, Delaunay's triangulation and a thousand calls of a canvas, again and again. */
import type { Scenario } from "../scenario.ts";
import { decode } from "./decode.ts";
import { ImagePanel } from "./panel.ts";
import { Studio, size } from "./studio.ts";
import type * as Work from "./work.ts";

export const imageScenario: Scenario<typeof Work> = {
  summary:
    "A picture is blurred, its edges are found, points are strewn along them, and delaunator, as it comes from npm, joins them to triangles: again and again, each time with other points.",
  watch: [
    "FCFS: each new picture appears at once, and everything else stops for as long as it takes: the box stands still about twice a second.",
    "EDF: the same triangles come a row at a time while the box glides on, and dragging follows the pointer.",
    "Switch Repeat off and press Again: under FCFS the box stops once for each press, under EDF never.",
    "Type a caption: under EDF its letters appear at once, and the picture follows.",
  ],
  tasks: [
    {
      id: "lowpoly",
      kind: "aperiodic",
      period: 1000,
      deadline: 5000,
      wcet: 250,
      priority: 5,
      does: "finds edges, points, triangles and their colours",
    },
    {
      id: "draw",
      kind: "aperiodic",
      period: 500,
      deadline: 2500,
      wcet: 100,
      priority: 8,
      does: "draws the triangles on the canvas",
    },
    {
      id: "sample",
      kind: "aperiodic",
      period: 2000,
      deadline: 6000,
      wcet: 200,
      priority: 5,
      does: "paints the landscape to begin with",
    },
  ],
  options: [
    {
      id: "points",
      label: "Triangles",
      values: [
        ["1200", "some"],
        ["300", "few"],
        ["8000", "many"],
      ],
    },
    {
      id: "repeat",
      label: "Repeat",
      values: [
        ["on", "on"],
        ["off", "off"],
      ],
    },
  ],
  field: { label: "A caption for the picture", text: "Low poly" },
  drop: { label: "Drop a picture, or choose one: it stays on this page", accept: "image/*" },
  files: [
    { name: "work.ts", source: () => import("./work.ts?raw"), output: () => import("./work.ts?output") },
    { name: "edges.ts", source: () => import("./edges.ts?raw"), output: () => import("./edges.ts?output") },
    { name: "points.ts", source: () => import("./points.ts?raw"), output: () => import("./points.ts?output") },
    { name: "triangles.ts", source: () => import("./triangles.ts?raw"), output: () => import("./triangles.ts?output") },
    { name: "draw.ts", source: () => import("./draw.ts?raw"), output: () => import("./draw.ts?output") },
    { name: "picture.ts", source: () => import("./picture.ts?raw"), output: () => import("./picture.ts?output") },
  ],
  work: {
    capture: () => import("./work.ts"),
    paper: () => import("./work.ts?paper") as Promise<typeof Work>,
    plain: () => import("./work.ts?plain") as Promise<typeof Work>,
  },
  open(stage) {
    const panel = new ImagePanel(stage.panel, () => studio.compute());
    const studio = new Studio(stage.typed, panel);
    let latest: File | undefined;
    return {
      start: (system, work) => studio.start(system, work),
      typed: (text) => studio.caption(text),
      dropped(file) {
        latest = file;
        decode(file, size).then(
          // the one dropped last counts, though it may be decoded first
          (picture) => file === latest && studio.open(picture, file.name),
          () => panel.say(`${file.name} is no picture that this browser can read.`),
        );
      },
      close() {
        latest = undefined;
      },
    };
  },
};
