/** Follows what the kernel does with the jobs of requests. */
import type { Job, Observer } from "@preempt/runtime";
import { classOf, type RequestLives } from "./request-lives.ts";
import { RequestTicket } from "./ticket.ts";

/** What the kernel does with the jobs of requests. */
export function observerOf(lives: RequestLives): Observer {
  const ran = (job: Job, now: number, isReady: boolean, isCompeting: boolean) => {
    const ticket = ticketOf(job);
    if (ticket === undefined) return;
    const one = classOf(ticket);
    one.ran(ticket, job.executionTime, now);
    lives.setReady(ticket, isReady);
    if (ticket.isCompeting === isCompeting) return;
    lives.setCompeting(one, ticket, isCompeting);
    lives.fill(one);
  };
  return {
    jobDispatched: (job, now) => {
      const ticket = ticketOf(job);
      if (ticket === undefined) return;
      lives.setReady(ticket, false);
      if (ticket.started === undefined) lives.started(ticket, now);
    },
    jobPreempted: (job, now) => ran(job, now, true, true),
    jobBlocked: (job, now, on) => {
      const ticket = ticketOf(job);
      if (ticket !== undefined && on !== "resource") ticket.hasWaited = true;
      ran(job, now, false, false);
    },
    jobWoken: (job, now) => ran(job, now, true, true),
    jobFinished: (job, now) => {
      const ticket = ticketOf(job);
      if (ticket === undefined) return;
      classOf(ticket).ran(ticket, job.executionTime, now);
      lives.setReady(ticket, false);
      lives.finished(ticket, job);
    },
  };

  /** The request that a job is of, if it is one of ours. */
  function ticketOf({ data }: Job): RequestTicket | undefined {
    return data instanceof RequestTicket && data.owner === lives.owner ? data : undefined;
  }
}
