// An endless loop on the page's only thread. The page stays alive: type, scroll, and press Stop.
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

let seconds = 0;
rt.task(() => console.log("Still here after", ++seconds / 2, "s"), { name: "clock", period: 500, phase: 500 });
rt.submit(spin);
