/** The compiler, off the main thread: TypeScript is a megabyte, and takes its time. */

import { type CompileOptions, compile } from "./compile.ts";
import type { Answer, Request } from "./compiler.ts";

postMessage("ready");

addEventListener("message", ({ data }: MessageEvent<Request>) => {
  postMessage({ id: data.id, ...attempt(data.program, data.options) } satisfies Answer);
});

/** A crash of the compiler is said like everything else. */
function attempt(program: string, options: CompileOptions) {
  try {
    return { result: compile(program, options) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
