/** The server, driven through the protocol as editors do, and a project in a folder of its own. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { PassThrough } from "node:stream";
import { pathToFileURL } from "node:url";
import { createConnection } from "vscode-languageserver/node";
import {
  type ClientCapabilities,
  type CodeAction,
  type CodeLens,
  createProtocolConnection,
  type Diagnostic,
  type Hover,
  type InlayHint,
  type Position,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  type Range,
  StreamMessageReader,
  StreamMessageWriter,
  type TextEdit,
} from "vscode-languageserver-protocol/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { serve } from "../src/index.ts";

/** What the command `preempt-language-server` runs. */
export const bin: string = resolve("packages/language-server/bin/preempt-language-server.mjs");

export interface Editor {
  /** Whether the built server runs in a process of its own, as users have it; else its sources run here. Default false. */
  readonly isProcess?: boolean;
  readonly capabilities?: ClientCapabilities;
  readonly initializationOptions?: unknown;
  /** What the editor answers when the server asks for the section "preempt" of a document. */
  settings?: (uri: string) => object | null | Promise<object>;
}

export class Client implements AsyncDisposable {
  readonly folder: string = realpathSync(mkdtempSync(join(tmpdir(), "preempt-language-server-")));
  readonly connection: ProtocolConnection;
  /** What the server wants to hear of: `workspace/didChangeWatchedFiles` and others. */
  readonly registered: string[] = [];
  /** What it logged, and what it showed to the user. */
  readonly said: string[] = [];
  readonly #process: ChildProcessWithoutNullStreams | undefined;
  readonly #published = new Map<string, PublishDiagnosticsParams>();
  readonly #looking = new Set<() => void>();
  readonly #texts = new Map<string, TextDocument>();
  readonly #editor: Editor;

  constructor(files: Readonly<Record<string, string>>, editor: Editor = {}) {
    this.#editor = editor;
    for (const [name, text] of Object.entries(files)) this.write(name, text);
    const args = [bin, "--stdio"];
    this.#process = editor.isProcess === true ? spawn(process.execPath, args, { cwd: this.folder }) : undefined;
    this.#process?.stderr.setEncoding("utf8").on("data", (text: string) => this.said.push(text));
    const { stdin, stdout } = this.#process ?? here();
    this.connection = createProtocolConnection(new StreamMessageReader(stdout), new StreamMessageWriter(stdin));
    const { connection } = this;
    connection.onNotification("textDocument/publishDiagnostics", (params: PublishDiagnosticsParams) => {
      this.#published.set(params.uri, params);
      for (const look of this.#looking) look();
    });
    for (const kind of ["logMessage", "showMessage"])
      connection.onNotification(`window/${kind}`, ({ message }: { message: string }) => {
        this.said.push(message);
      });
    connection.onRequest("client/registerCapability", ({ registrations }: { registrations: { method: string }[] }) => {
      this.registered.push(...registrations.map(({ method }) => method));
    });
    connection.onRequest("workspace/configuration", ({ items }: { items: { scopeUri: string }[] }) =>
      Promise.all(items.map(({ scopeUri }) => this.#editor.settings?.(scopeUri) ?? null)),
    );
    for (const kind of ["inlayHint", "codeLens"])
      connection.onRequest(`workspace/${kind}/refresh`, () => {
        this.said.push(`refresh ${kind}`);
        return null;
      });
    connection.listen();
  }

  async start(): Promise<this> {
    const { capabilities = {}, initializationOptions } = this.#editor;
    const workspaceFolders = [{ uri: pathToFileURL(this.folder).href, name: "project" }];
    const rootUri = workspaceFolders[0]?.uri ?? null;
    const start = { processId: null, rootUri, capabilities, workspaceFolders, initializationOptions };
    await this.connection.sendRequest("initialize", start);
    await this.connection.sendNotification("initialized", {});
    return this;
  }

  uri(name: string): string {
    return pathToFileURL(join(this.folder, name)).href;
  }

  write(name: string, text: string): void {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  /** @param at A URI, or the name of a file */
  open(at: string, text: string, languageId = "typescript"): void {
    const uri = this.#uriOf(at);
    this.#texts.set(uri, TextDocument.create(uri, languageId, 1, text));
    this.tell("textDocument/didOpen", { textDocument: { uri, languageId, version: 1, text } });
  }

  /** Types `text` instead of `old`: one change of a part of the document. */
  type(at: string, old: string, text: string): void {
    const document = this.document(at);
    const start = document.getText().indexOf(old);
    const range = { start: document.positionAt(start), end: document.positionAt(start + old.length) };
    const contentChanges = [{ range, text }];
    const version = document.version + 1;
    this.tell("textDocument/didChange", { textDocument: { uri: document.uri, version }, contentChanges });
    TextDocument.update(document, contentChanges, version);
  }

  close(at: string): void {
    const uri = this.#uriOf(at);
    this.tell("textDocument/didClose", { textDocument: { uri } });
    this.#texts.delete(uri);
  }

  document(at: string): TextDocument {
    const document = this.#texts.get(this.#uriOf(at));
    if (document === undefined) throw new Error(`${at} is not open.`);
    return document;
  }

  /** The findings of the newest version, once they are shown: `line:column severity code`, from 1. */
  async findings(at: string): Promise<string[]> {
    const { diagnostics } = await this.published(at);
    return diagnostics.map(({ range: { start }, severity, code }) => {
      return `${start.line + 1}:${start.character + 1} ${["", "error", "warning", "info", "hint"][severity ?? 0]} ${code}`;
    });
  }

  /** What the server shows of the newest version. */
  published(at: string): Promise<PublishDiagnosticsParams> {
    const { uri, version } = this.document(at);
    return this.until(() => {
      const found = this.#published.get(uri);
      return found?.version === version ? found : undefined;
    });
  }

  /** What the server has shown last of a file, if anything. */
  shown(at: string): readonly Diagnostic[] | undefined {
    return this.#published.get(this.#uriOf(at))?.diagnostics;
  }

  /** The next findings, of whichever version, that pass: for changes other than of the text. */
  until<T>(find: () => T | undefined): Promise<T> {
    return new Promise((settle) => {
      const look = () => {
        const found = find();
        if (found === undefined) return;
        this.#looking.delete(look);
        settle(found);
      };
      this.#looking.add(look);
      look();
    });
  }

  /** Where `text` starts, and a few characters further on. */
  place(at: string, text: string, further = 0): Position {
    const document = this.document(at);
    return document.positionAt(document.getText().indexOf(text) + further);
  }

  actions(at: string, text: string, only?: string[]): Promise<CodeAction[]> {
    const start = this.place(at, text);
    const context = { diagnostics: [], ...(only !== undefined && { only }) };
    return this.ask("textDocument/codeAction", at, { range: { start, end: start }, context });
  }

  async hover(at: string, text: string): Promise<string | undefined> {
    const hover = await this.ask<Hover | null>("textDocument/hover", at, { position: this.place(at, text, 1) });
    return hover === null ? undefined : (hover.contents as { readonly value: string }).value;
  }

  async hints(at: string, range?: Range): Promise<string[]> {
    const document = this.document(at);
    const end = document.positionAt(document.getText().length);
    const asked = { range: range ?? { start: { line: 0, character: 0 }, end } };
    const hints = await this.ask<InlayHint[]>("textDocument/inlayHint", at, asked);
    return hints.map(({ position, label }) => `${position.line + 1} ${String(label)}`);
  }

  async lenses(at: string): Promise<string[]> {
    const lenses = await this.ask<CodeLens[]>("textDocument/codeLens", at, {});
    return lenses.map(({ range, command }) => `${range.start.line + 1} ${command?.title}`);
  }

  ask<T>(method: string, at: string, params: object): Promise<T> {
    return this.connection.sendRequest<T>(method, { textDocument: { uri: this.#uriOf(at) }, ...params });
  }

  tell(method: string, params: object): void {
    void this.connection.sendNotification(method, params);
  }

  /** The text after an action. */
  applied(at: string, { edit }: CodeAction): string {
    const { uri } = this.document(at);
    const [change] = (edit?.documentChanges ?? []) as { readonly edits: TextEdit[] }[];
    return TextDocument.applyEdits(this.document(at), change?.edits ?? edit?.changes?.[uri] ?? []);
  }

  /** Ends the server as editors do. */
  async stop(): Promise<number | null> {
    const ended = new Promise<number | null>((settle) => this.#process?.once("exit", settle));
    await this.connection.sendRequest("shutdown");
    this.tell("exit", {});
    return ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process?.exitCode === null) await this.stop();
    this.connection.dispose();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #uriOf(at: string): string {
    return /^[a-z]+:/.test(at) ? at : this.uri(at);
  }
}

/** The server in this process: it gets no "exit", which would end this process. */
function here(): { readonly stdin: PassThrough; readonly stdout: PassThrough } {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  serve(createConnection(new StreamMessageReader(stdin), new StreamMessageWriter(stdout)));
  return { stdin, stdout };
}
