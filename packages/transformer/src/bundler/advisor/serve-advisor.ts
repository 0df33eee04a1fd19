/**
 * The advisor's part in Vite's development server: it sends the panel to the page, analyses what the page has measured, and makes changes that
 * the user has asked for. A request names advice that was given before; it cannot bring a change of its own.
 */
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as ts from "typescript";
import type { Advice, FileEdit, PanelAdvice, PanelReport } from "../../advisor/advice.ts";
import { analyse } from "../../advisor/analyse.ts";
import { after, apply, EditError } from "../../advisor/edits.ts";
import { readRecording } from "../../advisor/read-recording.ts";
import type { PluginOptions } from "../../project/plugin-options.ts";
import { objectionTo } from "./guard.ts";
import { advisorPath, graphOf, type Next, type ViteServer } from "./panel-tag.ts";
import { ViteLocator } from "./vite-locator.ts";

/** Bytes of a request. */
const largest = 30_000_000;

const panelFolder = fileURLToPath(new URL("../../panel/", import.meta.url));
/** What panel and server have in common. The panel imports it as "../advisor/recording.js", which is beside it for a browser. */
const sharedModule = fileURLToPath(new URL("../../advisor/recording.js", import.meta.url));

export function serveAdvisor(server: ViteServer, options: PluginOptions, root: string): void {
  const advisor = new AdvisorServer(server, options, root);
  server.middlewares.use((request, response, next) => {
    // Lets pages profile themselves: https://wicg.github.io/js-self-profiling/
    response.setHeader("Document-Policy", "js-profiling");
    advisor.handle(request, response, next);
  });
}

class AdvisorServer {
  readonly #server: ViteServer;
  readonly #options: PluginOptions;
  readonly #root: string;
  /** What may be asked for, by the ids of advice. */
  readonly #edits = new Map<string, FileEdit>();

  constructor(server: ViteServer, options: PluginOptions, root: string) {
    this.#server = server;
    this.#options = options;
    this.#root = root;
  }

  handle(request: IncomingMessage, response: ServerResponse, next: Next): void {
    const { base, server } = this.#server.config;
    const [path = ""] = (request.url ?? "").split("?");
    const inBase = path.startsWith(base) ? path.slice(base.length) : path.replace(/^\//, "");
    if (!inBase.startsWith(advisorPath)) {
      next();
      return;
    }
    const name = inBase.slice(advisorPath.length);
    if (request.method === "GET") {
      sendScript(response, name);
      return;
    }
    const objection = objectionTo(request, server.allowedHosts);
    if (request.method !== "POST" || objection !== undefined) {
      send(response, 403, {
        error: `advisor_refused: the request was refused, because ${objection ?? "it is no POST"}.`,
      });
      return;
    }
    this.#answer(name, request).then(
      (answer) => send(response, 200, answer),
      (error: unknown) => {
        if (!(error instanceof EditError)) return next(error);
        send(response, 409, { error: error.message });
      },
    );
  }

  async #answer(name: string, request: IncomingMessage): Promise<object> {
    const value = await jsonOf(request);
    if (name === "analyse") return this.#analyse(value);
    if (name === "apply") return this.#apply((value as { readonly id?: unknown } | null)?.id);
    throw new EditError(
      `advisor_request: there is no request ${name}. The panel is of another version: load the page again.`,
    );
  }

  /** The report; of changes only what they look like. */
  #analyse(value: unknown): PanelReport {
    const recording = readRecording(value);
    if (recording === undefined) throw new EditError("advisor_request: the page has measured nothing.");
    const { configFile } = this.#server.config;
    const report = analyse(recording, {
      root: this.#root,
      options: this.#options,
      locator: new ViteLocator(this.#server, this.#root),
      disk: ts.sys,
      ...(configFile !== undefined && { config: configFile }),
    });
    for (const { id, edit } of report.advice) if (edit !== undefined) this.#edits.set(id, edit);
    return { ...report, advice: report.advice.map(withoutEdit) };
  }

  #apply(id: unknown): object {
    const edit = typeof id === "string" ? this.#edits.get(id) : undefined;
    if (edit === undefined) throw new EditError("edit_unknown: this change was not offered. Repeat the interaction.");
    apply(edit, this.#root);
    // Files that preemptable functions reach from now on are transformed anew, though nobody has changed them.
    graphOf(this.#server).invalidateAll();
    const text = readFileSync(edit.file, "utf8");
    for (const [other, pending] of [...this.#edits]) {
      const left = other === id ? undefined : after(edit, pending, text);
      if (left === undefined) this.#edits.delete(other);
      else this.#edits.set(other, left);
    }
    this.#server.config.logger.info(`preempt: the advisor has changed ${edit.file}`, { timestamp: true });
    return { file: edit.file };
  }
}

function withoutEdit({ edit, ...advice }: Advice): PanelAdvice {
  return { ...advice, isApplicable: edit !== undefined };
}

function send(response: ServerResponse, status: number, value: object): void {
  response.statusCode = status;
  response.setHeader("Content-Type", "application/json");
  response.end(JSON.stringify(value));
}

/** The panel's modules, as they were built. */
function sendScript(response: ServerResponse, name: string): void {
  try {
    if (!/^[\w-]+\.js$/.test(name)) throw new Error("no module");
    const code = readFileSync(name === "recording.js" ? sharedModule : join(panelFolder, name), "utf8");
    response.setHeader("Content-Type", "text/javascript");
    response.setHeader("Cache-Control", "no-cache");
    response.end(code);
  } catch {
    response.statusCode = 404;
    response.end();
  }
}

async function jsonOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += (part as Buffer).length;
    if (size > largest) throw new EditError("advisor_request: the page has measured more than can be analysed.");
    parts.push(part as Buffer);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString("utf8"));
  } catch {
    throw new EditError("advisor_request: the request is no JSON.");
  }
}
