/** `import preempt from "@preempt/transformer/esbuild"` */

import type { PluginMaker, SetUpPlugin } from "./bundler/plugin-types.ts";
import { preempt } from "./bundler.ts";
import { noteOptions } from "./integrations/noted-options.ts";

export type { PluginMaker, SetUpPlugin } from "./bundler/plugin-types.ts";
export type { PluginOptions } from "./project/plugin-options.ts";

/** The plugin: `plugins: [preempt()]`. All options have defaults. */
const plugin: PluginMaker<SetUpPlugin> = (options) => {
  noteOptions(options ?? {});
  return preempt.esbuild(options);
};
export default plugin;
