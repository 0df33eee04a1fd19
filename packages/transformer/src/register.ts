/** `node --import @preempt/transformer/register app.ts`: annotated functions are preemptable, without a build. Its default export ends that. */
import { register } from "./node.ts";

/** Ends the transform: `deregister()`. */
export default register();
