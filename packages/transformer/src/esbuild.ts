/** `import preempt from "@preempt/transformer/esbuild"` */
import { preempt } from "./bundler.ts";

export type { PluginOptions } from "./bundler.ts";
export default preempt.esbuild;
