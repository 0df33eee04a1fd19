/** The compiler's problems in words, and as a list for fingers and screen readers. */
import type { Problem } from "./compile.ts";

/** In words, for the status line. */
export function summarize(problems: readonly Problem[]): string {
  if (problems.length === 0) return "no diagnostics";
  return `${problems.length} diagnostic${problems.length === 1 ? "" : "s"}`;
}

/** Fills `list`; a click on a problem leads to it. */
export function listProblems(list: HTMLElement, problems: readonly Problem[], goTo: (position: number) => void): void {
  list.replaceChildren(
    ...problems.map((problem) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.append(`Line ${problem.line}`);
      button.addEventListener("click", () => goTo(problem.from));
      item.dataset.severity = problem.severity;
      item.append(button, " ", explain(problem));
      return item;
    }),
  );
  if (problems.length === 0) {
    const item = document.createElement("li");
    item.className = "none";
    item.append("None.");
    list.append(item);
  }
}

/** Code, message, and what to do about it. */
export function explain({ code, message, hint }: Problem): HTMLElement {
  const text = document.createElement("span");
  const name = document.createElement("b");
  name.append(code);
  const advice = document.createElement("span");
  advice.className = "advice";
  advice.append(hint);
  text.append(name, ` ${message} `, advice);
  return text;
}
