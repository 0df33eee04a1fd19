/** What is said beside the board. */
import { readings } from "../../views/readings.ts";
import type { Game } from "./game.ts";
import type { Thought } from "./work.ts";

const labels = { depth: "depth", nodes: "positions", rate: "positions/s", score: "white is ahead by" } as const;
/** Moves of the best line that are written out; more do not fit. */
const longest = 5;

export class Status {
  readonly element = document.createElement("div");
  readonly #title = document.createElement("h3");
  readonly #turn = document.createElement("p");
  readonly #line = document.createElement("p");
  readonly #readings = readings(labels);
  #nodes = 0;
  #shown: readonly string[] | undefined;

  constructor(begin: () => void) {
    this.element.className = "chess-status";
    this.#turn.className = "turn";
    this.#line.className = "line";
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "New game";
    button.addEventListener("click", begin);
    this.element.append(this.#title, this.#turn, this.#readings.list, this.#line, button);
  }

  /** `isHeard`: whether each move is read out; where two engines play, that would never end. */
  begin(title: string, isHeard: boolean): void {
    this.#title.textContent = title;
    this.#turn.ariaLive = isHeard ? "polite" : "off";
    this.#shown = undefined;
    for (const value of Object.values(this.#readings.values)) value.textContent = "–";
    this.#line.textContent = "";
  }

  say(text: string): void {
    this.#turn.textContent = text;
  }

  /** What is known so far, and how long it took. Cheap where nothing is new: it is called for each frame. */
  show(game: Game, { depth, nodes, score, line }: Thought, ms: number): void {
    if (line.length === 0 || (nodes === this.#nodes && line === this.#shown)) return;
    this.#nodes = nodes;
    const white = (game.turn === "w" ? score : -score) / 100;
    this.#readings.values.depth.textContent = String(depth);
    this.#readings.values.nodes.textContent = nodes.toLocaleString("en");
    this.#readings.values.rate.textContent = ms > 0 ? (Math.round(nodes / ms) * 1000).toLocaleString("en") : "–";
    this.#readings.values.score.textContent =
      Math.abs(white) > 900
        ? `mate for ${white > 0 ? "white" : "black"}`
        : `${white > 0 ? "+" : ""}${white.toFixed(2)}`;
    if (line === this.#shown) return;
    this.#shown = line;
    this.#line.textContent = `${game.written(line.slice(0, longest))}${line.length > longest ? " …" : ""}`;
  }
}
