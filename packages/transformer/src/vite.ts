/** `import preempt from "@preempt/transformer/vite"` */
import { preempt } from "./bundler.ts";

export type { PluginOptions } from "./bundler.ts";
export default preempt.vite;
