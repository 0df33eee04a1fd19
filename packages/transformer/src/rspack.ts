/** `import preempt from "@preempt/transformer/rspack"` */
import { preempt } from "./bundler.ts";
import { noteOptions } from "./integrations/noted-options.ts";

export type { PluginOptions } from "./bundler.ts";

const plugin: typeof preempt.rspack = (options) => {
  noteOptions(options ?? {});
  return preempt.rspack(options);
};
/** The plugin: `plugins: [preempt()]`. All options have defaults. */
export default plugin;
