/** `import preempt from "@preempt/transformer/webpack"` */

import type { AppliedPlugin, PluginMaker } from "./bundler/plugin-types.ts";
import { preempt } from "./bundler.ts";
import { noteOptions } from "./integrations/noted-options.ts";

export type { AppliedPlugin, PluginMaker } from "./bundler/plugin-types.ts";
export type { PluginOptions } from "./project/plugin-options.ts";

/** The plugin: `plugins: [preempt()]`. All options have defaults. */
const plugin: PluginMaker<AppliedPlugin> = (options) => {
  noteOptions(options ?? {});
  return preempt.webpack(options);
};
export default plugin;
