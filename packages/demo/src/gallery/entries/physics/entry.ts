import type { Entry, Stage } from "../../entry.ts";
import { openWorld } from "./panel.ts";
import type * as Work from "./work.ts";

const steps = 120;

export const entry: Entry<Work.Data, number, Work.Places> = {
  summary: `900 bodies fall into a box: ${steps} steps of the simulation, one after the other, at most one in a frame.`,
  libraries: ["matter-js 0.20.0"],
  field: "Write something",
  byHand: "A step is one call of the library, and between two steps the page draws anyway.",
  worker:
    "The simulation lives in the worker, and sends its places with each step. Code of the page that changes the bodies has to be in the worker, too.",
  hasWorker: true,
  limits: [
    "The simulation does not become faster. A step that needs longer than a frame takes several frames: the bodies move more slowly, and everything else stays smooth.",
  ],
  script: { kind: "started", run: simulate },
  builds: { plain: () => import("./work.ts?plain") as Promise<typeof Work>, preempt: () => import("./work.ts") },
  open: openWorld,
};

/** At most a step in a frame: one that took longer is followed by the next at once. */
async function simulate({ ask, show }: Stage<number, Work.Places>): Promise<Work.Places> {
  let frames = 0;
  let next = requestAnimationFrame(function count() {
    frames++;
    next = requestAnimationFrame(count);
  });
  try {
    for (let step = 0; ; step++) {
      const begun = frames;
      const places = await ask(step);
      if (step === steps - 1) return places;
      show(places);
      if (frames === begun) await new Promise(requestAnimationFrame);
    }
  } finally {
    cancelAnimationFrame(next);
  }
}
