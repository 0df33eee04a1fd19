#!/usr/bin/env node
import { main } from "../dist/cli/main.js";

process.exitCode = main(process.argv.slice(2), {
  cwd: process.cwd(),
  isPretty: process.stdout.isTTY === true && !process.env.NO_COLOR,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
