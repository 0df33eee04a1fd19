/** `import preempt from "@preempt/transformer/webpack"` */
import { preempt } from "./bundler.ts";
import { noteOptions } from "./integrations/noted-options.ts";

export type { PluginOptions } from "./bundler.ts";

/** The plugin: `plugins: [preempt()]`. All options have defaults. */
const plugin: typeof preempt.webpack = (options) => {
  noteOptions(options ?? {});
  return preempt.webpack(options);
};
export default plugin;
