/** The host's say in where a round ends. */
import { Scheduler, type SchedulerOptions } from "@preempt/runtime";
import { VirtualHost } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { at, type Duration, type Instant } from "../../src/kernel/time.ts";

/** A display with a frame every 16 ms, which ends each round with it. */
class DisplayHost extends VirtualHost {
  readonly asked: string[] = [];

  roundEnd(start: Instant, round: Duration): Instant {
    this.asked.push(`${start}+${round}`);
    return at((Math.floor(start / 16) + 1) * 16);
  }
}

/** When rounds began and ended while a job took 40 ms in steps of 1 ms. */
async function rounds(host: DisplayHost, options: SchedulerOptions): Promise<string> {
  const times: string[] = [];
  let start = 0;
  const rt = new Scheduler({
    host,
    observer: {
      roundStarted: (now) => {
        start = now;
      },
      roundEnded: (now) => void times.push(`${start}-${now}`),
    },
    ...options,
  });
  rt.submit(function* () {
    for (let i = 0; i < 40; i++) {
      host.advance(1);
      yield;
    }
  });
  await host.settle();
  return times.join(" ");
}

test("a round ends where the host says, which is asked once at its start", async () => {
  const host = new DisplayHost({ start: 10 });
  expect(await rounds(host, {})).toBe("10-16 16-32 32-48 48-50");
  expect(host.asked).toEqual(["10+5", "16+5", "32+5", "48+5"]);
});

test("a round that the user fixed is as long as that, and the host is not asked", async () => {
  const host = new DisplayHost({ start: 10 });
  expect(await rounds(host, { round: 20 })).toBe("10-30 30-50 50-50");
  expect(await rounds(host, { round: 5 })).toMatch(/^50-55 55-60 /);
  expect(host.asked).toEqual([]);
});
