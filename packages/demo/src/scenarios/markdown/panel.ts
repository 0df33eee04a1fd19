/** Renders the document with each key and again and again; shows how it begins and what is in it. */
import type { Alarm, Job } from "@preempt/runtime";
import handbook from "../../../samples/handbook.md?raw";
import { Checker } from "../../checker.ts";
import { unreadable } from "../file-note.ts";
import { Latest } from "../latest.ts";
import type { Play, Stage, System } from "../scenario.ts";
import { normal } from "./document.ts";
import "./markdown.css";
import { PreviewView } from "./view.ts";
import type * as Work from "./work.ts";

/** Milliseconds from the end of a job to the release of the next. */
const pause = 30;
const largest = 16e6;

export class MarkdownPanel implements Play<typeof Work> {
  readonly #stage: Stage;
  readonly #checker = new Checker();
  readonly #view: PreviewView;
  #file = { name: "handbook.md", text: handbook };
  #system: System | undefined;
  #work: typeof Work | undefined;
  readonly #latest = new Latest();
  #next: Alarm | undefined;
  #shown = "";
  /** The last one: an earlier one may take longer to be read. */
  #dropped: File | undefined;

  constructor(stage: Stage) {
    this.#stage = stage;
    this.#view = new PreviewView(stage.panel);
  }

  start(system: System, work: typeof Work): void {
    this.#system = system;
    this.#work = work;
    this.#latest.forget();
    this.#render();
  }

  typed(): void {
    this.#render();
  }

  dropped(file: File): void {
    void this.#take(file);
  }

  close(): void {
    this.#checker.close();
  }

  async #take(file: File): Promise<void> {
    this.#dropped = file;
    if (file.size > largest) {
      this.#view.note(`${file.name} is larger than ${largest / 1e6} MB: that would be no preview any more.`);
      return;
    }
    const text = await file.text().catch(() => undefined);
    if (this.#dropped !== file) return;
    this.#view.note(text === undefined ? unreadable(file.name, "The document stays as it is.") : "");
    if (text === undefined) return;
    this.#file = { name: file.name, text: normal(text) };
    this.#render();
  }

  #render(): void {
    const [system, work] = [this.#system, this.#work];
    // not yet started, or paused: the next system begins with what there is then
    if (system === undefined || work === undefined || system.signal.aborted) return;
    this.#next?.cancel();
    const { typed } = this.#stage;
    const file = this.#file;
    const size = Number(system.options.size) * 1e6;
    this.#latest.ask(
      () => system.release("render", work.render, typed, file.text, size),
      (rendered, job) => {
        if (system.signal.aborted) return;
        this.#show(rendered, job);
        this.#check(this.#checker.expected("markdown", typed, file.text, size), rendered, job);
        if (system.options.again === "on") this.#next = system.scheduler.alarm({ in: pause }, () => this.#render());
      },
    );
  }

  #show(rendered: Work.Rendered, { responseTime = 0, preemptions }: Job): void {
    const cost = { responseTime, preemptions, calledOff: this.#latest.calledOff };
    this.#view.count(rendered, cost, this.#file);
    if (this.#shown === rendered.hash) return;
    this.#shown = rendered.hash;
    this.#view.show(rendered);
    const { headings } = rendered;
    this.#stage.showRows(headings.length, (i) => {
      const heading = headings[i];
      return heading === undefined ? "" : `${"\u2003".repeat(heading.level - 1)}${heading.text}`;
    });
  }

  #check(expected: Promise<string>, { hash }: Work.Rendered, job: Job<Work.Rendered>): void {
    expected.then(
      (right) => this.#latest.is(job) && this.#view.judge(hash === right, hash),
      (error) => this.#view.say(`The check failed: ${error}`),
    );
  }
}
