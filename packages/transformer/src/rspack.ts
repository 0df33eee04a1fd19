/** `import preempt from "@preempt/transformer/rspack"` */
import { preempt } from "./bundler.ts";
import { noteOptions } from "./integrations/noted-options.ts";

export type { PluginOptions } from "./bundler.ts";

/** The plugin: `plugins: [preempt()]`. All options have defaults. */
const plugin: typeof preempt.rspack = (options) => {
  noteOptions(options ?? {});
  return preempt.rspack(options);
};
export default plugin;
