/** `import preempt from "@preempt/transformer/rollup"` */
import { preempt } from "./bundler.ts";

export type { PluginOptions } from "./bundler.ts";
/** The plugin: `plugins: [preempt()]`. All options have defaults. */
export default preempt.rollup;
