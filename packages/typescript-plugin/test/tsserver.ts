/** A process of TypeScript's server, spoken to as editors do. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const require = createRequire(import.meta.url);

interface Message {
  readonly type: "event" | "response";
  readonly event?: string;
  readonly request_seq?: number;
  readonly success?: boolean;
  readonly message?: string;
  // biome-ignore lint/suspicious/noExplicitAny: as the protocol has it
  readonly body?: any;
}

export class TsServer implements Disposable {
  /** Of the project. */
  readonly folder: string = mkdtempSync(join(tmpdir(), "preempt-tsserver-"));
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #waiting = new Set<(message: Message) => void>();
  #sequence = 0;
  #text = "";

  /** @param plugin What stands beside the plugin's name in tsconfig.json */
  constructor(files: Readonly<Record<string, string>>, plugin: object = {}) {
    const scope = join(this.folder, "node_modules/@preempt");
    mkdirSync(scope, { recursive: true });
    symlinkSync(resolve("packages/typescript-plugin"), join(scope, "typescript-plugin"));
    const compilerOptions = {
      ...{ target: "es2022", module: "nodenext", strict: true, noEmit: true, types: [], allowJs: true, checkJs: true },
      plugins: [{ name: "@preempt/typescript-plugin", ...plugin }],
    };
    writeFileSync(join(this.folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts", "*.js"] }));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(this.folder, name), text);
    const server = require.resolve("typescript/lib/tsserver.js");
    this.#process = spawn(process.execPath, [server, "--disableAutomaticTypingAcquisition"], { cwd: this.folder });
    this.#process.stdout.setEncoding("utf8").on("data", (text: string) => this.#read(text));
  }

  file(name: string): string {
    return join(this.folder, name).replaceAll("\\", "/");
  }

  tell(command: string, args: object): number {
    const seq = ++this.#sequence;
    this.#process.stdin.write(`${JSON.stringify({ seq, type: "request", command, arguments: args })}\n`);
    return seq;
  }

  // biome-ignore lint/suspicious/noExplicitAny: as the protocol has it
  async ask(command: string, args: object): Promise<any> {
    const seq = ++this.#sequence;
    const answer = this.#next(({ type, request_seq }) => type === "response" && request_seq === seq);
    this.#process.stdin.write(`${JSON.stringify({ seq, type: "request", command, arguments: args })}\n`);
    const { success, message, body } = await answer;
    if (success === false) throw new Error(`${command}: ${message}`);
    return body;
  }

  /** What the editor underlines in a file: `line:column category code`. */
  async findings(file: string): Promise<string[]> {
    const kinds = ["semanticDiag", "suggestionDiag"];
    const seen = kinds.map((kind) => this.#next((m) => m.event === kind && m.body.file === file));
    this.tell("geterr", { delay: 0, files: [file] });
    const found = (await Promise.all(seen)).flatMap(({ body }) => body.diagnostics);
    return found
      .filter(({ source }) => source === "preempt")
      .map(({ start, category, code }) => `${start.line}:${start.offset} ${category} ${code}`);
  }

  [Symbol.dispose](): void {
    this.#process.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #next(isMeant: (message: Message) => boolean): Promise<Message> {
    return new Promise((settle) => {
      const look = (message: Message) => {
        if (!isMeant(message)) return;
        this.#waiting.delete(look);
        settle(message);
      };
      this.#waiting.add(look);
    });
  }

  /** Each message is one line behind a head; the heads are of no interest. */
  #read(text: string): void {
    const lines = (this.#text + text).split(/\r?\n/);
    this.#text = lines.pop() ?? "";
    for (const line of lines) {
      if (!line.startsWith("{")) continue;
      const message = JSON.parse(line) as Message;
      for (const look of [...this.#waiting]) look(message);
    }
  }
}
