/** What a worker costs without any scheduler: each message is answered by hand. */
import { parentPort } from "node:worker_threads";
import { collatz } from "./work.ts";

export type Question = { readonly collatz: number } | { readonly echo: unknown };

parentPort?.on("message", (question: Question) => {
  parentPort?.postMessage("collatz" in question ? collatz(question.collatz) : question.echo);
});
