#!/usr/bin/env node
import { main } from "../dist/cli/main.js";

// Whoever reads the output may have had enough of it: `preempt check --list | head`. The code is that of what was found.
process.stdout.on("error", (error) => {
  if (error.code === "EPIPE") process.exit();
  process.stderr.write(`preempt: the output cannot be written: ${error.message}\n`);
  process.exit(2);
});
process.stderr.on("error", () => {});

process.exitCode = await main(process.argv.slice(2), {
  cwd: process.cwd(),
  isPretty: process.stdout.isTTY === true && !process.env.NO_COLOR,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
