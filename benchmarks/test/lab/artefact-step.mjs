// A step of an experiment, for tests: appends a line to a file, and ends as it is told.
import { appendFileSync } from "node:fs";

const [word = "", code = "0"] = process.argv.slice(2);
appendFileSync("steps.txt", `${word}\n`);
console.log(JSON.stringify({ value: word.length }));
// An interrupt finds it at work.
if (word === "slow") setTimeout(() => {}, 60_000);
else process.exitCode = Number(code);
