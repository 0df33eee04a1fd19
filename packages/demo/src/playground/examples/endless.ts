// An endless loop on the page's only thread.
// The page stays alive: type, scroll, and press Stop.
import { rt } from "playground";

/** @preempt */
function spin(): void {
  let turns = 0;
  try {
    for (;;) turns++;
  } finally {
    console.log("Stopped after", turns, "turns.");
  }
}

let beats = 0;
const clock = () => console.log("Still here,", ++beats);
rt.task(clock, { name: "clock", period: 250, phase: 250 });
rt.submit(spin);
