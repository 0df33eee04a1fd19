/**
 * Whoever knows these data adapts the outermost array alone, for its records are short: 32 of them take some 0.1 ms.
 * A single large object would still hold the thread.
 */
import {
  unstable_LowPriority as LowPriority,
  unstable_scheduleCallback as scheduleCallback,
  unstable_shouldYield as shouldYield,
} from "scheduler";

function write(value: unknown): string {
  if (value === null || typeof value !== "object") return typeof value === "string" ? quote(value) : String(value);
  let text = "";
  if (Array.isArray(value)) {
    for (const item of value) text += (text === "" ? "" : ",") + write(item);
    return `[${text}]`;
  }
  for (const key of Object.keys(value)) {
    text += `${(text === "" ? "" : ",") + quote(key)}:${write((value as Record<string, unknown>)[key])}`;
  }
  return `{${text}}`;
}

function quote(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
}

export function run(value: unknown): Promise<string> {
  let text = "";
  let i = 0;
  return new Promise((resolve) => {
    const work = () => {
      if (!Array.isArray(value)) return resolve(write(value));
      for (const from = i; i < value.length; i++) {
        // At the first one of a stretch there is nothing to ask yet.
        if (i % 32 === 0 && i > from && shouldYield()) return work;
        text += (text === "" ? "" : ",") + write(value[i]);
      }
      resolve(`[${text}]`);
    };
    scheduleCallback(LowPriority, work);
  });
}
