/** The words behind a campaign's command. What stands at the top of its file is its help. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type ParseArgsConfig, parseArgs } from "node:util";

/** Ends the process after `--help`, and at words that the command does not know. */
export function campaignWords<T extends ParseArgsConfig>(url: string, config: T): ReturnType<typeof parseArgs<T>> {
  if (process.argv.slice(2).includes("--help")) {
    console.log(helpIn(readFileSync(fileURLToPath(url), "utf8")));
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    console.error(`${(error as Error).message}\n--help says what there is.`);
    process.exit(2);
  }
}

/** The first comment of a file. */
function helpIn(code: string): string {
  const [, comment = ""] = /^\/\*\*\n([\s\S]*?)\n \*\//.exec(code) ?? [];
  return comment.replace(/^ \* ?/gm, "");
}
