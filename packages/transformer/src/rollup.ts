/** `import preempt from "@preempt/transformer/rollup"` */
import { preempt } from "./bundler.ts";

export type { PluginOptions } from "./bundler.ts";
export default preempt.rollup;
