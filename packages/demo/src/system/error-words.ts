/** What went wrong, for people: the code that leads the message of a {@link PreemptError} is for programs. */
import { PreemptError } from "@preempt/runtime";

export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message } = error;
  if (!(error instanceof PreemptError) || !message.startsWith(`${error.code}: `)) return message;
  const words = message.slice(error.code.length + 2);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
