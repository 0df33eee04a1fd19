/** A process that works through cells, to be killed: `node scale-killed.ts FILE COUNT MS`. */
import { setTimeout as wait } from "node:timers/promises";
import { ResultFile } from "../../src/lab/scale/result-file.ts";
import { workThrough } from "../../src/lab/scale/work-through.ts";
import { cellsTo, header, type Result } from "./scale-cells.ts";

const [path = "", count = "", ms = ""] = process.argv.slice(2);
using file = ResultFile.open<Result>(path, header);
console.log("begun");
const report = await workThrough<{ key: string }, Result>({
  cells: cellsTo(Number(count)),
  file,
  run: async ({ key }) => {
    await wait(Number(ms));
    return { key, value: process.pid };
  },
  parallel: 2,
});
console.log(JSON.stringify(report));
