/** Two players and a board: whose turn it is, who thinks, and what is said about it. */
import type { Job } from "@preempt/runtime";
import type { Play, Stage, System } from "../scenario.ts";
import { Board } from "./board.ts";
import "./chess.css";
import { Game, openings, sideNames } from "./game.ts";
import { Status } from "./status.ts";
import type * as Work from "./work.ts";

/** How many positions the engine looks at for a move, at most. */
export const strengths: Readonly<Record<string, number>> = { quick: 4000, steady: 30_000, deep: 400_000 };
/** The part of the time to the deadline that it may think for: it is told to stop, and has to unwind. */
const share = 0.85;
/** How long the end of a game stays on the board, in milliseconds. */
const interval = 3000;

export class ChessPanel implements Play<typeof Work> {
  game = new Game();
  readonly #board = new Board(this);
  readonly #status: Status;
  #system: System | undefined;
  #work: typeof Work | undefined;
  #players: string | undefined;
  #thought: Work.Thought | undefined;
  #job: Job<Work.Thought> | undefined;
  /** An answer that is shown when the pieces rest. */
  #answer: (() => void) | undefined;

  constructor({ panel }: Stage) {
    this.#status = new Status(() => this.#begin());
    const layout = document.createElement("div");
    layout.className = "chess";
    layout.append(this.#board.element, this.#status.element);
    panel.append(layout);
  }

  get person(): "w" | undefined {
    return this.#players === "person" ? "w" : undefined;
  }

  start(system: System, work: typeof Work): void {
    this.#system = system;
    this.#work = work;
    this.#answer = undefined;
    system.periodic("board", () => this.#tick());
    if (this.#players === system.options.players) this.#next();
    else this.#begin();
  }

  #begin(): void {
    this.#players = this.#system?.options.players;
    const isPerson = this.#players === "person";
    const [name, moves] = openings[Math.floor(Math.random() * openings.length)] as (typeof openings)[number];
    this.game = isPerson ? new Game() : new Game(moves);
    this.#status.begin(isPerson ? "You are white" : name, isPerson);
    this.#next();
  }

  /** A person has moved. */
  play(name: string): void {
    if (this.game.play(name)) this.#next();
  }

  #next(): void {
    const system = this.#system;
    this.#answer = undefined;
    this.#thought = undefined;
    this.#job?.cancel();
    this.#board.point();
    this.#board.show();
    if (system === undefined || system.signal.aborted) return; // paused: it goes on with the next system
    const { game } = this;
    const { end, turn } = game;
    if (end !== undefined) {
      this.#status.say(end);
      if (this.#players !== "person") system.scheduler.alarm({ in: interval }, () => this.#beginIn(system, game));
      return;
    }
    const isPersons = this.#players === "person" && turn === "w";
    const whose = isPersons ? "Your move" : `${sideNames[turn]} thinks`;
    this.#status.say(`${whose}${game.isCheck ? ", in check" : ""}, move ${game.moveNumber}`);
    if (!isPersons) this.#think(system);
  }

  #beginIn(system: System, game: Game): void {
    if (!system.signal.aborted && this.#system === system && this.game === game) this.#begin();
  }

  #think(system: System): void {
    const { game } = this;
    const { think, noThought } = this.#work as typeof Work;
    const thought = noThought();
    this.#thought = thought;
    const end = system.scheduler.now() + share * system.spec("think").deadline;
    const limits = {
      nodes: strengths[system.options.strength ?? ""] ?? (strengths.steady as number),
      depth: 40,
      isLate: () => system.scheduler.now() > end,
    };
    const job = system.release("think", think, game.fen, game.seen, limits, thought);
    this.#job = job;
    job.then(
      () => {
        if (this.#thought !== thought) return; // another game has begun meanwhile
        this.#answer = () => {
          game.play(thought.line[0] as string);
          this.#next();
        };
      },
      () => {}, // the page shows what went wrong; the end of a system is nothing wrong
    );
  }

  /** What moves by itself: the job that has to be in time. */
  #tick(): void {
    this.#board.tick();
    if (this.#board.isUnderway) return;
    const thought = this.#thought;
    if (thought === undefined) return;
    this.#board.point(thought.line[0]);
    this.#status.show(this.game, thought, this.#job?.executionTime ?? 0);
    this.#answer?.();
  }
}
