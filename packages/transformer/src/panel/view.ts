/** Draws the panel. Texts of the page or of files are set as text, never as HTML. */
import type { PanelAdvice, PanelReport, SlowInteraction } from "../advisor/advice.ts";

/** What is shown besides the report. */
export interface Shown {
  readonly inp: number | undefined;
  readonly interactions: number;
  /** INP before the first change, and how many changes were made. */
  readonly before: { readonly inp: number; readonly changes: number } | undefined;
  readonly report: PanelReport | undefined;
  readonly notice: string | undefined;
  readonly isBusy: boolean;
  readonly isProfiling: boolean;
  /** Ids of advice that was followed on this page. */
  readonly applied: ReadonlySet<string>;
}

export interface Acts {
  close(): void;
  apply(advice: PanelAdvice): void;
}

type Child = Node | string | undefined;

function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

export const ms = (time: number): string => `${Math.round(time)} ms`;

/** As web.dev rates INP. */
export const rating = (inp: number): string => (inp <= 200 ? "good" : inp <= 500 ? "fair" : "poor");

export function panelOf(shown: Shown, acts: Acts): HTMLElement {
  const close = make("button", { type: "button", "aria-label": "Close the advisor" }, "×");
  close.addEventListener("click", acts.close);
  const head = make("header", {}, make("h1", {}, "Preempt advisor"), close);
  const panel = make("div", { class: "panel", role: "region", "aria-label": "Preempt advisor", id: "panel" }, head);
  panel.append(summary(shown));
  const { report } = shown;
  if (report === undefined || report.slow.length === 0) return panel;
  panel.append(adviceList(report.advice, shown, acts), slowList(report.slow));
  return panel;
}

function summary({ inp, interactions, before, report, notice, isBusy, isProfiling }: Shown): HTMLElement {
  const section = make("section");
  if (inp === undefined) section.append(make("p", {}, "Use the page: click, type. What takes long is shown here."));
  else {
    const now = make("b", { class: rating(inp) }, ms(inp));
    section.append(make("p", { class: "inp" }, "INP ", now));
    const slow = report?.slow.length ?? 0;
    const count = `${interactions} ${interactions === 1 ? "interaction" : "interactions"}`;
    section.append(
      make("p", { class: "soft" }, `${count}, ${slow === 0 ? "none" : slow} of ${ms(report?.limit ?? 100)} or longer`),
    );
  }
  if (before !== undefined) {
    const text = inp === undefined ? "Repeat the interaction to compare." : `Now ${ms(inp)}.`;
    const changes = before.changes === 1 ? "the change" : `${before.changes} changes`;
    section.append(make("p", { class: "notice" }, `INP before ${changes}: ${ms(before.inp)}. ${text}`));
  }
  if (notice !== undefined) section.append(make("p", { class: "notice", role: "status" }, notice));
  if (isBusy) section.append(make("p", { class: "soft", role: "status" }, "Looking for what helps …"));
  if (!isProfiling && report !== undefined && report.slow.length > 0) {
    section.append(
      make("p", { class: "soft" }, "This browser gives pages no profile. Chromium shows the functions, too."),
    );
  }
  return section;
}

function adviceList(advice: readonly PanelAdvice[], shown: Shown, acts: Acts): HTMLElement {
  const section = make("section", {}, make("h2", {}, "What helps"));
  if (advice.length === 0) section.append(make("p", { class: "soft" }, "No change was found that would help."));
  const list = make("ol");
  for (const one of advice) list.append(make("li", { class: "card" }, ...adviceCard(one, shown, acts)));
  section.append(list);
  return section;
}

function adviceCard(advice: PanelAdvice, { applied }: Shown, acts: Acts): Child[] {
  const { id, title, why, ms: time, file, line, diff, isApplicable } = advice;
  const place = file === undefined ? "" : `${file}${line === undefined ? "" : `:${line}`}`;
  const lines = diff.map(({ sign, text }) => {
    const kind = sign === "+" ? "plus" : "minus";
    return make("span", { class: kind }, `${sign} ${text}`);
  });
  const code = diff.length === 0 ? undefined : make("pre", { tabindex: "0", "aria-label": "The change" }, ...lines);
  const isDone = applied.has(id);
  const button = make("button", { type: "button", class: "apply" }, isDone ? "Applied" : "Apply");
  button.disabled = isDone;
  button.addEventListener("click", () => acts.apply(advice));
  return [
    make("div", { class: "head" }, make("h3", {}, title), make("span", { class: "soft" }, ms(time))),
    place === "" ? undefined : make("div", { class: "place" }, place),
    make("p", { class: "soft" }, why),
    code,
    isApplicable ? button : undefined,
  ];
}

const phases = [
  ["waited", "before the handlers"],
  ["handled", "in the handlers"],
  ["presented", "until the next frame"],
] as const;

function slowList(slow: readonly SlowInteraction[]): HTMLElement {
  const section = make("section", {}, make("h2", {}, "Slow interactions"));
  const legend = phases.map(([kind, text]) => make("span", {}, make("i", { class: kind }), text));
  const list = make("ol");
  const cards = slow.map((one) => make("li", { class: "card" }, ...slowCard(one)));
  list.append(...cards.slice(0, 3));
  section.append(make("div", { class: "legend", style: "margin-bottom:8px" }, ...legend), list);
  if (cards.length > 3) {
    const rest = make("ol", {}, ...cards.slice(3));
    section.append(
      make("details", { style: "margin-top:10px" }, make("summary", {}, `${cards.length - 3} more`), rest),
    );
  }
  return section;
}

function slowCard(interaction: SlowInteraction): Child[] {
  const { type, target, duration, shares } = interaction;
  const bar = make("div", { class: "bar" });
  const text = phases.map(([kind, name]) => `${ms(interaction[kind])} ${name}`).join(", ");
  bar.setAttribute("role", "img");
  bar.setAttribute("aria-label", text);
  bar.title = text;
  for (const [kind] of phases)
    bar.append(make("i", { class: kind, style: `flex:${Math.max(0, interaction[kind])} 0 0` }));
  const table = make("table");
  for (const { name, total, file, line, package: of } of shares.slice(0, 5)) {
    const where = of ?? `${file}:${line}`;
    const cells = [["number", ms(total)] as const, ["name", name] as const, ["place", where] as const];
    table.append(make("tr", {}, ...cells.map(([kind, cell]) => make("td", { class: kind }, cell))));
  }
  return [
    make(
      "div",
      { class: "head" },
      make("h3", {}, `${type}${target === undefined ? "" : ` on ${target}`}`),
      make("span", {}, ms(duration)),
    ),
    bar,
    shares.length === 0 ? undefined : table,
  ];
}
