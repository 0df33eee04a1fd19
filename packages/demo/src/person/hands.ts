/** What a person does on the left of the page, whatever the scenario: look, drag, type, scroll, drop a file. */
import type { InputMeter } from "../observe/input.ts";
import type { Scenario, System, TaskSpec } from "../scenarios/scenario.ts";
import { find } from "../views/element.ts";
import { moveBox } from "./box.ts";
import { DropZone } from "./drop-zone.ts";
import { LongList } from "./long-list.ts";
import { Puck } from "./puck.ts";

/** Urgent and short: they come before the work of every scenario under fixed priorities. */
export const handTasks: readonly TaskSpec[] = [
  { id: "box", kind: "periodic", period: 16.6, deadline: 16.6, wcet: 0.3, priority: 100, does: "moves the box" },
  {
    id: "drag",
    kind: "aperiodic",
    period: 8,
    deadline: 16.6,
    wcet: 0.3,
    priority: 95,
    does: "puts what you drag where the pointer is",
  },
  { id: "input", kind: "aperiodic", period: 32, deadline: 32, wcet: 1, priority: 90, does: "shows what you typed" },
  {
    id: "scroll",
    kind: "aperiodic",
    period: 16,
    deadline: 32,
    wcet: 1,
    priority: 85,
    does: "makes the rows you scroll to",
  },
];

export interface HandsEvents {
  typed(text: string): void;
  dropped(file: File): void;
}

export class Hands {
  readonly field = find<HTMLInputElement>("#typed");
  readonly list: LongList;
  readonly #box = find("#box");
  readonly #echo = find("#echo");
  readonly #puck: Puck;
  readonly #drop: DropZone;
  readonly #answer: (timeStamp: number) => void;
  #system: System | undefined;

  constructor(input: InputMeter, events: HandsEvents) {
    const answered = (timeStamp: number) => input.answered(timeStamp);
    this.list = new LongList(find("#list"), answered);
    this.#puck = new Puck(find("#pad"), find("#puck"), answered);
    this.#drop = new DropZone(find("#drop"), (file) => events.dropped(file));
    const echo = (text: string, timeStamp: number) => {
      this.#echo.textContent = echoOf(text);
      answered(timeStamp);
      events.typed(text);
    };
    this.#answer = (timeStamp) => {
      this.#system?.release("input", echo, this.field.value, timeStamp).then(undefined, () => {});
    };
    this.field.addEventListener("input", ({ timeStamp }) => this.#answer(timeStamp));
  }

  /** Sets the field up for a scenario. */
  show({ field, drop }: Scenario): void {
    const { label, text } = field ?? { label: "Type", text: "Attack at dawn." };
    find("#typed-label").textContent = label;
    this.field.value = text;
    this.#echo.textContent = echoOf(text);
    this.#drop.ask(drop);
    const sample = (i: number) => `Row ${(i + 1).toLocaleString("en")} of 100,000, made when you scrolled here`;
    this.list.show(100_000, sample);
  }

  moveTo(system: System | undefined): void {
    this.#system = system;
    this.#puck.moveTo(system);
    this.list.moveTo(system);
    system?.periodic("box", moveBox, this.#box);
    // What was typed while nothing ran, or was not answered before the last system ended, is answered now.
    if (this.#echo.textContent !== echoOf(this.field.value)) this.#answer(performance.now());
  }
}

const echoOf = (text: string) => (text === "" ? "…" : text);
