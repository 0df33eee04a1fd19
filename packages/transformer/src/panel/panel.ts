/**
 * The advisor's panel, which Vite's server adds to pages in development: a badge with the INP so far, and behind it the slow interactions and
 * what helps. See bundler/advisor/serve-advisor.ts for the other side.
 */
import type { PanelAdvice, PanelReport } from "../advisor/advice.ts";
import { Collector } from "./collect.ts";
import { style } from "./style.ts";
import { ms, panelOf, rating } from "./view.ts";

const slowFrom = 100;
/** Milliseconds after the last interaction: people type several letters, and an analysis takes the server's time. */
const quiet = 400;
const memory = "preempt-advisor";

interface Remembered {
  readonly isOpen?: boolean;
  readonly before?: { readonly inp: number; readonly changes: number };
  readonly notice?: string;
}

class Panel {
  readonly #host = document.createElement("preempt-advisor");
  readonly #root = document.createElement("div");
  readonly #collector: Collector;
  #remembered = recall();
  #report: PanelReport | undefined;
  #notice: string | undefined = this.#remembered.notice;
  #isBusy = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #applied = new Set<string>();

  constructor() {
    const shadow = this.#host.attachShadow({ mode: "open" });
    const sheet = document.createElement("style");
    sheet.textContent = style;
    this.#root.className = "root";
    shadow.append(sheet, this.#root);
    this.#collector = new Collector(
      slowFrom,
      (target) => target === this.#host || this.#host.contains(target),
      (isSlow) => this.#changed(isSlow),
    );
    this.#remember({ notice: undefined });
    document.documentElement.append(this.#host);
    this.#draw();
  }

  #changed(isSlow: boolean): void {
    this.#draw();
    if (!isSlow) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#analyse(), quiet);
  }

  async #analyse(): Promise<void> {
    this.#isBusy = true;
    this.#draw();
    try {
      this.#report = (await ask("analyse", await this.#collector.measured())) as PanelReport;
      this.#notice = undefined;
    } catch (error) {
      this.#notice = (error as Error).message;
    }
    this.#isBusy = false;
    this.#draw();
  }

  async #apply(advice: PanelAdvice): Promise<void> {
    const { inp } = this.#collector;
    try {
      const { file } = (await ask("apply", { id: advice.id })) as { readonly file: string };
      this.#applied.add(advice.id);
      const { inp: first, changes } = this.#remembered.before ?? { inp: inp ?? 0, changes: 0 };
      this.#remember({ before: { inp: first, changes: changes + 1 }, isOpen: true, notice: `${file} was changed.` });
      this.#notice = `${file} was changed. The page is loaded again.`;
      // Vite loads the page again by itself, or replaces the module alone: then its old listeners would stay.
      setTimeout(() => location.reload(), 800);
    } catch (error) {
      this.#notice = (error as Error).message;
    }
    this.#draw();
  }

  #draw(): void {
    const { inp, interactions } = this.#collector;
    const isOpen = this.#remembered.isOpen === true;
    const value = document.createElement("b");
    value.textContent = inp === undefined ? "–" : ms(inp);
    if (inp !== undefined) value.className = rating(inp);
    const badge = document.createElement("button");
    badge.className = "badge";
    badge.type = "button";
    badge.setAttribute("aria-expanded", String(isOpen));
    badge.setAttribute("aria-controls", "panel");
    badge.append("INP ", value, this.#report?.advice.some(({ isApplicable }) => isApplicable) ? " · advice" : "");
    badge.addEventListener("click", () => this.#open(!isOpen));
    const hadFocus = this.#root.contains(this.#host.shadowRoot?.activeElement ?? null);
    const scrolled = this.#root.querySelector(".panel")?.scrollTop ?? 0;
    const panel = isOpen
      ? panelOf(
          {
            ...{ inp, interactions: interactions.length, before: this.#remembered.before, report: this.#report },
            ...{ notice: this.#notice, isBusy: this.#isBusy, applied: this.#applied },
            isProfiling: "Profiler" in globalThis,
          },
          { close: () => this.#open(false), apply: (advice) => void this.#apply(advice) },
        )
      : undefined;
    this.#root.replaceChildren(...(panel === undefined ? [badge] : [panel, badge]));
    if (panel !== undefined) panel.scrollTop = scrolled;
    if (hadFocus) badge.focus();
  }

  #open(isOpen: boolean): void {
    this.#remember({ isOpen });
    this.#draw();
  }

  #remember(changes: { [K in keyof Remembered]?: Remembered[K] | undefined }): void {
    this.#remembered = { ...this.#remembered, ...changes } as Remembered;
    sessionStorage.setItem(memory, JSON.stringify(this.#remembered));
  }
}

function recall(): Remembered {
  try {
    return JSON.parse(sessionStorage.getItem(memory) ?? "{}") as Remembered;
  } catch {
    return {};
  }
}

/** @throws Error with the server's sentence */
async function ask(what: "analyse" | "apply", value: object): Promise<unknown> {
  const response = await fetch(new URL(what, import.meta.url), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(value),
  });
  const answer = (await response.json()) as { readonly error?: string };
  if (answer.error !== undefined) throw new Error(answer.error);
  return answer;
}

new Panel();
