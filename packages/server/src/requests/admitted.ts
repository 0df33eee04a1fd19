/** Requests that middleware has admitted, or refused, before their handler: the handler runs with the same ticket. */
import type { RequestRefused } from "./refused.ts";
import type { Ticket } from "./ticket.ts";

const admitted = new WeakMap<object, Ticket | RequestRefused>();

export function keepAdmitted(request: object, answer: Ticket | RequestRefused): void {
  admitted.set(request, answer);
}

/** What became of the request; once. */
export function takeAdmitted(request: object): Ticket | RequestRefused | undefined {
  const answer = admitted.get(request);
  admitted.delete(request);
  return answer;
}
