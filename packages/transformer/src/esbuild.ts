/** `import preempt from "@preempt/transformer/esbuild"` */
import { preempt } from "./bundler.ts";
import { noteOptions } from "./integrations/noted-options.ts";

export type { PluginOptions } from "./bundler.ts";

/** The plugin: `plugins: [preempt()]`. All options have defaults. */
const plugin: typeof preempt.esbuild = (options) => {
  noteOptions(options ?? {});
  return preempt.esbuild(options);
};
export default plugin;
