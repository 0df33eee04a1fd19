/** The compiler's problems in words, and as a list for fingers and screen readers. */
import { element } from "../views/element.ts";
import type { Problem } from "./compile.ts";

/** In words, for the status line. */
export function summarize(problems: readonly Problem[]): string {
  if (problems.length === 0) return "no diagnostics";
  return `${problems.length} diagnostic${problems.length === 1 ? "" : "s"}`;
}

/** Fills `list`; a click on a problem leads to it. */
export function listProblems(list: HTMLElement, problems: readonly Problem[], goTo: (position: number) => void): void {
  const items = problems.map((problem) => {
    const button = element("button", { type: "button" }, `Line ${problem.line}`);
    button.addEventListener("click", () => goTo(problem.from));
    const item = element("li", {}, button, " ", explain(problem));
    item.dataset.severity = problem.severity;
    return item;
  });
  list.replaceChildren(...(items.length > 0 ? items : [element("li", { className: "none" }, "None.")]));
}

/** Code, message, and what to do about it. */
export function explain({ code, message, hint }: Problem): HTMLElement {
  return element("span", {}, element("b", {}, code), ` ${message} `, element("span", { className: "remedy" }, hint));
}
