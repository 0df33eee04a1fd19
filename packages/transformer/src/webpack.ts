/** `import preempt from "@preempt/transformer/webpack"` */
import { preempt } from "./bundler.ts";
import { noteOptions } from "./integrations/noted-options.ts";

export type { PluginOptions } from "./bundler.ts";

const plugin: typeof preempt.webpack = (options) => {
  noteOptions(options ?? {});
  return preempt.webpack(options);
};
/** The plugin: `plugins: [preempt()]`. All options have defaults. */
export default plugin;
