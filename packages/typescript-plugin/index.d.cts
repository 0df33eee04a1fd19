import type { server } from "typescript";

/** The factory that TypeScript's server calls. */
declare const init: server.PluginModuleFactory;
export = init;
