/** The console, for reports of development. */
declare const console: { warn(text: string): void };

export function say(text: string): void {
  console.warn(`preempt: ${text}`);
}
