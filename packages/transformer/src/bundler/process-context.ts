/** Where there is no bundler to tell something: findings are warnings of the process, and errors are thrown. */
import { printedMessage } from "./message.ts";
import type { ModuleContext } from "./module.ts";

export const processContext: ModuleContext = {
  requiresRuntime: true,
  watch() {},
  warn(message) {
    process.emitWarning(printedMessage(message), { type: "PreemptWarning" });
  },
  fail(message) {
    throw new SyntaxError(printedMessage(message));
  },
};
