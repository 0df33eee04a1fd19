/** Which picture the studio works on: always the newest, again and again if it is to, and never after the system's end. */
import { Scheduler, type SubmitOptions } from "@preempt/runtime";
import { VirtualHost } from "@preempt/runtime/testing";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Studio } from "../../src/scenarios/image/studio.ts";
import type * as Work from "../../src/scenarios/image/work.ts";
import type { Mesh, Pen, Picture } from "../../src/scenarios/image/work.ts";
import type { System } from "../../src/scenarios/scenario.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** Each job takes 10 ms of virtual time; a mesh is the name of its picture. */
function setUp(repeat: "on" | "off") {
  const host = new VirtualHost();
  const end = new AbortController();
  const scheduler = new Scheduler({ host, policy: "edf" });
  function* compute() {
    for (let i = 0; i < 10; i++) {
      host.advance(1);
      yield;
    }
  }
  const work = {
    *landscape() {
      yield* compute();
      return "landscape";
    },
    *lowPoly(picture: string, _points: number, round: number) {
      yield* compute();
      return `${picture} ${round}`;
    },
    draw: compute,
  } as unknown as typeof Work;
  const system = {
    signal: end.signal,
    options: { points: "10", repeat },
    release: (id: string, run: (...args: never[]) => unknown, ...args: unknown[]) =>
      scheduler.submit(run, { name: id, args, signal: end.signal } as unknown as SubmitOptions),
  } as unknown as System;
  const drawn: string[] = [];
  const studio = new Studio("hello", {
    opened: () => ({ pen: {} as Pen, scale: 1 }),
    drawn: (mesh: Mesh, caption) => drawn.push(`${mesh} ${caption}`),
  });
  studio.start(system, work);
  return { host, end, studio, drawn };
}

/** Lets jobs run, timers fire and promises be heard, for so long. */
async function pass(host: VirtualHost, ms: number): Promise<void> {
  for (const end = host.now() + ms; host.now() < end; ) {
    const before = host.now();
    host.run(Math.min(end, before + 1));
    vi.advanceTimersByTime(host.now() - before);
    await new Promise((done) => setImmediate(done));
  }
}

test("the sample is drawn once, or again and again with other points", async () => {
  const once = setUp("off");
  await pass(once.host, 1000);
  expect(once.drawn).toEqual(["landscape 1 hello"]);
  const often = setUp("on");
  await pass(often.host, 1000);
  expect(often.drawn.slice(0, 3)).toEqual(["landscape 1 hello", "landscape 2 hello", "landscape 3 hello"]);
});

test("a new picture calls off what is made of the one before", async () => {
  const { host, studio, drawn } = setUp("off");
  await pass(host, 15);
  studio.open("photo" as unknown as Picture, "photo");
  await pass(host, 200);
  expect(drawn).toEqual(["photo 2 hello"]);
});

test("a new caption is drawn without making the triangles anew", async () => {
  const { host, studio, drawn } = setUp("off");
  await pass(host, 200);
  studio.caption("bye");
  await pass(host, 200);
  expect(drawn).toEqual(["landscape 1 hello", "landscape 1 bye"]);
});

test("nothing is begun after the end of the system", async () => {
  const { host, end, drawn } = setUp("on");
  await pass(host, 50);
  end.abort();
  await pass(host, 2000);
  expect(drawn).toEqual(["landscape 1 hello"]);
});
