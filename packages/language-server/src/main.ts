/** The command: `preempt-language-server --stdio`. */
import { readFileSync } from "node:fs";
import { createConnection } from "vscode-languageserver/node";
import { serve } from "./index.ts";

const usage = `preempt-language-server [--stdio | --node-ipc | --socket=<port> | --pipe=<name>]

Speaks the Language Server Protocol with an editor, by default through standard input and output.

  --version   prints the version
  --help      prints this
`;

const [option] = process.argv.slice(2);
if (option === "--help") process.stdout.write(usage);
else if (option === "--version") process.stdout.write(`${version()}\n`);
else {
  // The library finds the kind of connection in the arguments.
  if (!process.argv.some((one) => /^--(?:stdio|node-ipc|socket|pipe)\b/.test(one))) process.argv.push("--stdio");
  // What is known is known of one text each: nothing is left half done.
  for (const event of ["uncaughtException", "unhandledRejection"])
    process.on(event, (error: unknown) => process.stderr.write(`${(error as Error)?.stack ?? String(error)}\n`));
  serve(createConnection());
}

function version(): string {
  const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
}
