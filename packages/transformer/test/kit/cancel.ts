/** Cancels one activation where it is suspended, as a scheduler does with a job. */
import { activate, resume } from "../../../runtime/src/protocol/protocol.ts";

/**
 * Resumes `main` so many times with a budget of 0, unless it ends, and closes it then.
 *
 * @returns what it came to, and what finalizers threw
 */
export function close(main: (...args: unknown[]) => unknown, steps: number): unknown[] {
  const activation = activate(main, undefined, []);
  try {
    for (let i = 0; i < steps; i++) if (resume(activation, 0) === "done") return ["ended", activation.value];
    activation.close();
    for (let i = 0; i < 50; i++) {
      if (resume(activation, 0) === "done") return ["closed", activation.closeErrors.map(String)];
    }
    return ["goes on"];
  } catch (error) {
    return ["throws", String(error)];
  }
}
