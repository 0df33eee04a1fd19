#!/usr/bin/env node
import { main } from "../dist/cli/main.js";

// Whoever reads the output may have had enough of it: `preempt check --list | head`. The code is that of what was found.
process.stdout.on("error", (error) => {
  if (error.code === "EPIPE") process.exit();
  process.stderr.write(`preempt: the output cannot be written: ${error.message}\n`);
  process.exit(2);
});
process.stderr.on("error", () => {});

const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true;

process.exitCode = await main(process.argv.slice(2), {
  cwd: process.cwd(),
  isPretty: process.stdout.isTTY === true && !process.env.NO_COLOR,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  ask: isTerminal ? ask : undefined,
});

/**
 * @param {string} question
 * @returns {Promise<string>}
 */
async function ask(question) {
  const { createInterface } = await import("node:readline/promises");
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  // Ctrl+D closes the input, and is no answer.
  const closed = new Promise((none) => terminal.once("close", () => none("")));
  try {
    return await Promise.race([terminal.question(question), closed]);
  } finally {
    terminal.close();
  }
}
