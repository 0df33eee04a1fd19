/** `import preempt from "@preempt/transformer/esbuild"` */
import { preempt } from "./bundler.ts";
import { noteOptions } from "./integrations/noted-options.ts";

export type { PluginOptions } from "./bundler.ts";

const plugin: typeof preempt.esbuild = (options) => {
  noteOptions(options ?? {});
  return preempt.esbuild(options);
};
/** The plugin: `plugins: [preempt()]`. All options have defaults. */
export default plugin;
