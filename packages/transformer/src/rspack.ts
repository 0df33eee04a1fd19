/** `import preempt from "@preempt/transformer/rspack"` */
import { preempt } from "./bundler.ts";

export type { PluginOptions } from "./bundler.ts";
export default preempt.rspack;
