/** `import preempt from "@preempt/transformer/vite"` */
import { preempt } from "./bundler.ts";

export type { PluginOptions } from "./bundler.ts";
/** The plugin: `plugins: [preempt()]`. All options have defaults. */
export default preempt.vite;
