/** Scripts of users, and generated code, as jobs that are stopped when their time is over. */
export { type CompileOptions, compile } from "./compile.ts";
export { ScriptStopped, ScriptSyntaxError, type StopCode } from "./errors.ts";
export type { Position } from "./positions.ts";
export type { RunOptions, RunTarget } from "./run-options.ts";
export type { Script } from "./script.ts";
export type { ScriptRun } from "./script-run.ts";
export type { Unpreemptable } from "./unpreemptable.ts";
export type { Unstoppable, UnstoppableKind } from "./unstoppable.ts";
