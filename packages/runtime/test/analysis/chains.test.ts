/** Chains: bounds by hand, and what is refused. */
import { holisticResponseTimes, responseTimes, type TimedTask, timeTriggeredChain } from "@preempt/runtime/analysis";
import fc from "fast-check";
import { expect, test } from "vitest";

const tasks: TimedTask[] = [
  { C: 1, T: 10, D: 10 },
  { C: 2, T: 15, D: 15 },
  { C: 3, T: 20, D: 20, J: 4 },
];

test("the bounds of Davare and Dürr, by hand", () => {
  const responses = [1, 3, 10];
  expect(timeTriggeredChain(tasks, [0, 1, 2], responses)).toEqual({
    davare: 10 + 1 + 15 + 3 + 24 + 10,
    reaction: 10 + (15 + 1) + (24 + 3) + 10,
    age: 10 + 1 + (15 + 3) + 10,
    ageUntilReplaced: 10 + 1 + (15 + 3) + 10 + 24,
  });
  // Where a later job of the next task waits for this one, its response is left out.
  const isOrdered = (before: number, after: number) => before < after;
  expect(timeTriggeredChain(tasks, [0, 1, 2], responses, { isOrdered })).toMatchObject({
    reaction: 10 + 15 + 24 + 10,
    age: 10 + 15 + 10,
  });
  expect(timeTriggeredChain(tasks, [2, 1, 0], responses, { isOrdered })?.age).toBe(24 + 10 + 15 + 3 + 1);
  // A response longer than the period of the next task.
  expect(timeTriggeredChain(tasks, [1, 0], [1, 30, 10], { isOrdered: () => true })?.reaction).toBe(15 + 30 + 1);
  expect(timeTriggeredChain(tasks, [0, 1], [1, undefined, 10])).toBeUndefined();
});

test("with unordered tasks, reaction time and age until replaced have the same bound", () => {
  const anyTask = fc.record({ C: fc.constant(1), T: fc.integer({ min: 1, max: 50 }), D: fc.constant(9), J: fc.nat(5) });
  const anyChain = fc.array(fc.tuple(anyTask, fc.integer({ min: 1, max: 40 })), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(anyChain, (chain) => {
      const found = timeTriggeredChain(
        chain.map(([task]) => task),
        chain.map((_, i) => i),
        chain.map(([, R]) => R),
      );
      expect(found?.ageUntilReplaced).toBe(found?.reaction);
      expect(found?.davare).toBe(found?.reaction);
    }),
  );
});

test("jobs that others release have their responses as jitter, through any number of tasks", () => {
  const chain: TimedTask[] = [
    { C: 2, T: 20, D: 20 },
    { C: 3, T: 20, D: 20 },
    { C: 1, T: 20, D: 20, J: 2 },
  ];
  // The last is the most urgent: it delays the first, and so itself.
  const found = holisticResponseTimes(chain, [undefined, 0, 1], (timed) =>
    responseTimes(timed, [2, 0, 1]).map(({ R }) => R),
  );
  // By hand: 2 + 1; 3 after that, with 1 + 2 of the others; 2 of its own delay, and 1.
  expect(found?.responses).toEqual([3, 9, 12]);
  expect(found?.tasks.map(({ J }) => J)).toEqual([0, 3, 11]);
  const alone = holisticResponseTimes(chain, [undefined, undefined, undefined], (timed) => timed.map(() => 5));
  expect(alone?.responses).toEqual([5, 5, 5]);
});

test("a message between two jobs: the most of it is jitter, and the least makes a later arrival", () => {
  const chain: TimedTask[] = [
    { C: 2, T: 20, D: 20 },
    { C: 3, T: 20, D: 20 },
    { C: 1, T: 20, D: 9 },
  ];
  const alone = (timed: readonly TimedTask[]) => timed.map(({ C, J = 0 }) => J + C);
  const found = holisticResponseTimes(chain, [undefined, 0, 1], alone, { messages: [undefined, [1, 4], [5, 5]] });
  expect(found?.responses).toEqual([2, 2 + 4 + 3, 9 + 5 + 1]);
  // The third task comes 1 + 5 after the first at least: so its processor knows a shorter deadline, and less jitter.
  expect(found?.least).toEqual([0, 1, 6]);
  expect(found?.tasks.map(({ J, D }) => [J, D])).toEqual([
    [0, 20],
    [6 - 1, 19],
    [14 - 6, 3],
  ]);
  // What arrives by itself may come with a message, too.
  const submitted = holisticResponseTimes(chain, [undefined, undefined, undefined], alone, { messages: [[2, 3]] });
  expect(submitted?.responses).toEqual([3 + 2, 3, 1]);
  expect(submitted?.tasks[0]).toMatchObject({ J: 1, D: 18 });
  // No deadline becomes 0 or less: the jitter is larger instead.
  const late = holisticResponseTimes(chain, [undefined, undefined, undefined], alone, {
    messages: [undefined, undefined, [30, 31]],
  });
  expect(late).toMatchObject({ responses: [2, 3, 32], least: [0, 0, 8] });
  expect(late?.tasks[2]).toMatchObject({ J: 23, D: 1 });
  for (const message of [
    [2, 1],
    [-1, 2],
    [0.5, 1],
  ] as const)
    expect(() => holisticResponseTimes(chain, [undefined, 0, 1], alone, { messages: [message] })).toThrow(
      "message_range",
    );
});

test("time-triggered: a message counts once on the way, and what is on two processors is not ordered", () => {
  const responses = [1, 3, 10];
  const message = (before: number) => (before === 0 ? 2 : 0);
  const found = timeTriggeredChain(tasks, [0, 1, 2], responses, { message, isOrdered: () => true });
  expect(found).toEqual({
    davare: 10 + 1 + 2 + 15 + 3 + 24 + 10,
    reaction: 10 + (15 + 1 + 2) + 24 + 10,
    age: 10 + 1 + 2 + 15 + 10,
    ageUntilReplaced: 10 + 1 + 2 + 15 + 10 + 24,
  });
});

test("jitters that grow without end give no bound, and end", () => {
  const growing = holisticResponseTimes(
    [
      { C: 1, T: 10, D: 10 },
      { C: 1, T: 10, D: 10 },
    ],
    [undefined, 0],
    (timed) => timed.map(({ J = 0 }, i) => J + 1 + (i === 0 ? (timed[1]?.J ?? 0) : 0)),
  );
  expect(growing).toBeUndefined();
  expect(holisticResponseTimes(tasks, [undefined, undefined, undefined], () => [1, undefined, 1])).toBeUndefined();
});

test("chains of other tasks, in a circle, or of two periods are refused", () => {
  const none = () => [];
  expect(() => timeTriggeredChain(tasks, [], [1, 1, 1])).toThrow(
    expect.objectContaining({ code: "chain_not_of_tasks" }),
  );
  expect(() => timeTriggeredChain(tasks, [3], [1, 1, 1])).toThrow("chain_not_of_tasks");
  expect(() => holisticResponseTimes(tasks, [1, 0, undefined], none)).toThrow("chain_circular");
  expect(() => holisticResponseTimes(tasks, [7, undefined, undefined], none)).toThrow("chain_circular");
  expect(() => holisticResponseTimes(tasks, [undefined, 0, undefined], none)).toThrow(/chain_period.*15.*10/);
});
