/** What of Vite's server the advisor uses, and the tag that loads its panel into a page. */
import type { IncomingMessage, ServerResponse } from "node:http";

export type Next = (error?: unknown) => void;

/** A module that Vite's server has transformed. */
export interface ServedModule {
  readonly file: string | null;
  readonly transformResult: { readonly code: string; readonly map: object | null } | null;
}

interface ModuleGraph {
  readonly urlToModuleMap: ReadonlyMap<string, ServedModule>;
  invalidateAll(): void;
}

/** As much of Vite's development server as is used. */
export interface ViteServer {
  readonly config: {
    readonly base: string;
    readonly configFile?: string | undefined;
    readonly server: { readonly allowedHosts?: readonly string[] | true | undefined };
    readonly logger: { info(text: string, options?: object): void };
  };
  readonly middlewares: {
    use(handle: (request: IncomingMessage, response: ServerResponse, next: Next) => void): unknown;
  };
  /** Since version 6; before, `moduleGraph` was the one for browsers. */
  readonly environments?: { readonly client?: { readonly moduleGraph: ModuleGraph } };
  readonly moduleGraph: ModuleGraph;
}

export function graphOf({ environments, moduleGraph }: ViteServer): ModuleGraph {
  return environments?.client?.moduleGraph ?? moduleGraph;
}

/** Where the server answers requests of the advisor, behind the base of the application. */
export const advisorPath = "@preempt/advisor/";

export function panelTag(base: string) {
  const src = `${base.endsWith("/") ? base : `${base}/`}${advisorPath}panel.js`;
  return { tag: "script", attrs: { type: "module", src }, injectTo: "head-prepend" as const };
}
