/** The side in the worker. */
import { parent } from "../session/thread.ts";

export function serve(run: (input: unknown) => unknown): void {
  const port = parent((input) => {
    try {
      const value = run(input);
      port.post({ value }, ArrayBuffer.isView(value) ? [value.buffer as ArrayBuffer] : []);
    } catch (error) {
      port.post({ error });
    }
  });
}
