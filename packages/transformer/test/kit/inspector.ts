/**
 * A debugger front end in small: runs a script of Node under the inspector protocol, sets breakpoints in the source
 * through the source map, and steps. As front ends do, it steps on where the map leads nowhere, and leaves libraries
 * (here the runtime) out.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { pathToFileURL } from "node:url";
import { allGeneratedPositionsFor, eachMapping, originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";

export interface Paused {
  /** Line in the source, from 1; undefined outside of the mapped file, or where the map leads nowhere. */
  readonly line: number | undefined;
  /** Whether the place is in the mapped file. */
  readonly isInside: boolean;
  readonly functionName: string;
  /** The value of an expression in the innermost frame. */
  evaluate(expression: string): Promise<unknown>;
}

interface CallFrame {
  readonly callFrameId: string;
  readonly functionName: string;
  readonly location: { readonly scriptId: string; readonly lineNumber: number; readonly columnNumber: number };
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly callFrames: CallFrame[]; readonly scriptId: string; readonly url: string };
  readonly result?: Record<string, never>;
  readonly error?: { readonly message: string };
}

/**
 * Where a place without a mapping of its own is taken to be: nowhere unless a mapping stands before it on its line
 * (as in VS Code), or at the last mapping before it on any line (as in Chrome).
 */
export type Lookup = "line" | "file";

/** All of a session has to happen in this many milliseconds. */
const patience = 20_000;

export class DebugSession {
  readonly #child: ChildProcess;
  readonly #socket: WebSocket;
  readonly #map: TraceMap;
  readonly #url: string;
  readonly #lookup: Lookup;
  readonly #waiting = new Map<number, { resolve: (m: Message) => void; reject: (e: Error) => void }>();
  /** Id to address. */
  readonly #scripts = new Map<string, string>();
  readonly #timer: NodeJS.Timeout;
  #pauses: CallFrame[][] = [];
  #onPause: (() => void) | undefined;
  #ended = false;
  #lastId = 0;

  /** Starts `script`, which waits for {@link breakAt} and {@link resume}. `map` is that of the file `mapped`. */
  static async start(script: string, mapped: string, map: object, lookup: Lookup = "line"): Promise<DebugSession> {
    const child = spawn(process.execPath, ["--inspect-brk=127.0.0.1:0", script], { stdio: ["ignore", "pipe", "pipe"] });
    const address = await new Promise<string>((resolve, reject) => {
      let heard = "";
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        heard += text;
        const found = /ws:\/\/\S+/.exec(heard);
        if (found) resolve(found[0]);
      });
      child.once("exit", () => reject(new Error(`the debuggee ended early: ${heard}`)));
    });
    const socket = new WebSocket(address);
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener("open", () => resolve(), { once: true });
      socket.addEventListener("error", () => reject(new Error("no connection to the inspector")), { once: true });
    });
    const session = new DebugSession(child, socket, mapped, map, lookup);
    await session.#send("Runtime.enable");
    await session.#send("Debugger.enable");
    await session.#send("Debugger.setBlackboxPatterns", { patterns: ["/runtime/(dist|src)/", "^node:"] });
    await session.#send("Runtime.runIfWaitingForDebugger");
    await session.#nextPause();
    return session;
  }

  private constructor(child: ChildProcess, socket: WebSocket, mapped: string, map: object, lookup: Lookup) {
    this.#child = child;
    this.#socket = socket;
    this.#map = new TraceMap(JSON.stringify(map));
    this.#url = pathToFileURL(mapped).href;
    this.#lookup = lookup;
    socket.addEventListener("message", ({ data }) => this.#receive(JSON.parse(String(data)) as Message));
    socket.addEventListener("close", () => this.#end(new Error("the debuggee is gone")));
    this.#timer = setTimeout(() => this.close(), patience);
  }

  /** Sets a breakpoint at every place of the output where the first code of the source's `line` went. */
  async breakAt(line: number): Promise<number> {
    let column = Number.POSITIVE_INFINITY;
    eachMapping(this.#map, (m) => {
      if (m.originalLine === line) column = Math.min(column, m.originalColumn);
    });
    const [source] = this.#map.sources;
    const places = allGeneratedPositionsFor(this.#map, { source: source as string, line, column });
    for (const place of places) {
      const [lineNumber, columnNumber] = [(place.line as number) - 1, place.column as number];
      await this.#send("Debugger.setBreakpointByUrl", { url: this.#url, lineNumber, columnNumber });
    }
    return places.length;
  }

  /** Runs on to the next breakpoint; undefined at the end. */
  resume(): Promise<Paused | undefined> {
    return this.#go("Debugger.resume");
  }

  /** Runs on to the next statement; undefined at the end. */
  async stepOver(): Promise<Paused | undefined> {
    for (;;) {
      const paused = await this.#go("Debugger.stepOver");
      if (paused === undefined || !paused.isInside || paused.line !== undefined) return paused;
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#socket.close();
    this.#child.kill();
    this.#end(new Error("the session was closed"));
  }

  async #go(method: string): Promise<Paused | undefined> {
    await this.#send(method);
    const frames = await this.#nextPause();
    const frame = frames?.[0];
    if (frame === undefined) return undefined;
    const isInside = this.#scripts.get(frame.location.scriptId) === this.#url;
    const { lineNumber, columnNumber } = frame.location;
    const line = isInside ? this.#originalLine(lineNumber + 1, columnNumber) : undefined;
    return {
      line,
      isInside,
      functionName: frame.functionName,
      evaluate: async (expression) => {
        const { callFrameId } = frame;
        const { result } = await this.#send("Debugger.evaluateOnCallFrame", { callFrameId, expression });
        return (result as unknown as { result: { value: unknown } }).result.value;
      },
    };
  }

  #originalLine(line: number, column: number): number | undefined {
    const at = originalPositionFor(this.#map, { line, column });
    if (at.line !== null || this.#lookup === "line") return at.line ?? undefined;
    let before: number | undefined;
    eachMapping(this.#map, (m) => {
      if (m.generatedLine < line) before = m.originalLine ?? undefined;
    });
    return before;
  }

  #send(method: string, params: object = {}): Promise<Message> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  #receive(message: Message): void {
    if (message.id !== undefined) {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.error) waiting?.reject(new Error(message.error.message));
      else waiting?.resolve(message);
    } else if (message.method === "Debugger.scriptParsed" && message.params) {
      this.#scripts.set(message.params.scriptId, message.params.url);
    } else if (message.method === "Debugger.paused") {
      this.#pauses.push(message.params?.callFrames ?? []);
      this.#onPause?.();
    } else if (message.method === "Runtime.executionContextDestroyed") {
      // The script has ended, and waits for us to leave.
      this.#ended = true;
      this.#onPause?.();
    }
  }

  async #nextPause(): Promise<CallFrame[] | undefined> {
    if (this.#pauses.length === 0 && !this.#ended) {
      await new Promise<void>((resolve) => {
        this.#onPause = resolve;
      });
    }
    return this.#pauses.shift();
  }

  #end(error: Error): void {
    this.#ended = true;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    this.#onPause?.();
  }
}
