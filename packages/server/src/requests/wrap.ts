/** Lets a request into the queue within what others want to have around it. */
import type { RequestTicket, Ticket } from "./ticket.ts";
import type { Watch } from "./watch.ts";

export type { RequestEnd, Watch } from "./watch.ts";

/** See {@link RequestScheduler.wrap}. */
export type Wrap = (ticket: Ticket, enter: () => void) => Watch | undefined | void;

/** The request gets into the queue whatever the wraps do. What they throw goes to `report`. */
export function wrapped(
  wraps: readonly Wrap[],
  ticket: RequestTicket,
  enter: () => void,
  report: (error: unknown) => void,
): void {
  let hasEntered = false;
  const watches: Watch[] = [];
  ticket.watches = watches;
  const enterOnce = () => {
    if (hasEntered) return;
    hasEntered = true;
    enter();
  };
  within(0);

  function within(i: number): void {
    const wrap = wraps[i];
    if (wrap === undefined) {
      enterOnce();
      return;
    }
    try {
      const watch = wrap(ticket, () => within(i + 1));
      if (watch) watches.push(watch);
      // Its signal was aborted already.
      if (ticket.end !== undefined) watch?.ended?.(ticket.end);
    } catch (error) {
      report(error);
    }
    if (!hasEntered) within(i + 1);
  }
}
