/** A worker's module, as a user writes one; with all that can go wrong. Loaded by Node as it stands. */
import { serve, transferring } from "../../../src/worker.ts";

function spin(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end) {}
}

class ParseError extends SyntaxError {
  override readonly name = "ParseError";
  readonly code = "bad_token";
  readonly position: number;
  readonly near = () => "not cloneable";
  constructor(position: number) {
    super(`unexpected token at ${position}`, { cause: new RangeError("out of input") });
    this.position = position;
  }
}

let finalized = 0;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export const jobs = {
  add: (a: number, b: number): number => a + b,
  greet: async (name: string): Promise<string> => {
    await wait(1);
    return `hello ${name}`;
  },
  /** Runs for a while, preempted each 0.1 ms. */
  *busy(ms: number): Generator<void, string, void> {
    const end = performance.now() + ms;
    while (performance.now() < end) {
      spin(0.1);
      yield;
    }
    return "busy no more";
  },
  *untilCancelled(): Generator<void, never, void> {
    try {
      for (;;) {
        spin(0.05);
        yield;
      }
    } finally {
      finalized++;
    }
  },
  finalized: (): number => finalized,
  fail: (position: number): never => {
    throw new ParseError(position);
  },
  failWith: (kind: "function" | "abort" | "plain"): never => {
    if (kind === "abort") throw new DOMException("stopped", "AbortError");
    // biome-ignore lint/style/useThrowOnlyError: what is thrown is the question
    throw kind === "plain" ? { status: 404 } : () => "a function";
  },
  giveFunction: (): unknown => () => "a function",
  echo: <T>(value: T): T => value,
  sum: (bytes: Uint8Array): number => bytes.reduce((total, byte) => total + byte, 0),
  /** Tells of the buffer that is left here when the result has gone. */
  makeBytes: (length: number): Uint8Array => {
    const bytes = new Uint8Array(length).fill(7);
    kept = bytes;
    return transferring(bytes, [bytes.buffer]);
  },
  keptLength: (): number | undefined => kept?.byteLength,
  throwLater: (): void => {
    setTimeout(() => {
      throw new TypeError("nobody catches this");
    });
  },
  exit: (code: number): never => process.exit(code),
  /** Exits the process the first time; the file system is no business of a test, so the memory is shared. */
  exitOnce: (attempts: Int32Array): number => {
    if (Atomics.add(attempts, 0, 1) === 0) process.exit(3);
    return Atomics.load(attempts, 0);
  },
  exhaust: (): number => {
    const hoard: number[][] = [];
    for (;;) hoard.push(new Array<number>(100_000).fill(hoard.length));
  },
  beat: (beats: Int32Array): number => Atomics.add(beats, 0, 1),
};

let kept: Uint8Array | undefined;

serve(jobs);
