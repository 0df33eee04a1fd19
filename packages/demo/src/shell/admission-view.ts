/** The admission test's answer beside the tasks. */
import type { TaskSpec } from "../scenarios/scenario.ts";
import type { Setup } from "../setup/setup.ts";
import { admission } from "../system/admission.ts";

const place = document.querySelector("#admission") as HTMLElement;
const words = { admitted: "✓ admitted", refused: "✗ refused", unknown: "? no answer" } as const;

/** Says whether every deadline can be kept, and returns the task that would miss if the test names one. */
export function showAdmission(setup: Setup, specs: readonly TaskSpec[]): string | undefined {
  const { verdict, reason, utilisation, task } = admission(setup, specs);
  const strong = document.createElement("strong");
  strong.textContent = words[verdict];
  const share = `U = ${utilisation.toFixed(2)}`;
  place.dataset.verdict = verdict;
  place.toggleAttribute("data-overload", utilisation > 1);
  place.replaceChildren(strong, ` · ${share} · ${reason}`);
  return task;
}
