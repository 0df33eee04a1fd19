/** `import preempt from "@preempt/transformer/webpack"` */
import { preempt } from "./bundler.ts";

export type { PluginOptions } from "./bundler.ts";
export default preempt.webpack;
