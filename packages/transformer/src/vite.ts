/** `import preempt from "@preempt/transformer/vite"` */

import type { NamedPlugin, PluginMaker } from "./bundler/plugin-types.ts";
import { preempt } from "./bundler.ts";

export type { NamedPlugin, PluginMaker } from "./bundler/plugin-types.ts";
export type { PluginOptions } from "./project/plugin-options.ts";

/** The plugin: `plugins: [preempt()]`. All options have defaults. */
const plugin: PluginMaker<NamedPlugin> = preempt.vite as PluginMaker<NamedPlugin>;
export default plugin;
