/** The analyses against other tools' results: every field of every reference case. */
import {
  approximately,
  audsley,
  type BlockingProtocol,
  breakdown,
  busyPeriod,
  type Convention,
  deadlineMonotonicOrder,
  density,
  edfResourceBlocking,
  edfResponseTimes,
  exactUtilisation,
  fifoResponseTime,
  firstViolation,
  hyperbolicProduct,
  isEdfSchedulable,
  isFifoSchedulable,
  isFixedPrioritySchedulable,
  liuLaylandBound,
  meetsDeadlines,
  type Preemption,
  passesBaker,
  passesDensity,
  passesHyperbolic,
  passesHyperbolicWithBlocking,
  passesLiuLayland,
  passesLiuLaylandWithBlocking,
  rateMonotonicOrder,
  resourceBlocking,
  responseTimes,
} from "@preempt/runtime/analysis";
import { describe, expect, test } from "vitest";
import {
  type Case,
  casesOf,
  type ExpectedEdf,
  type ExpectedResponses,
  examples,
  type Group,
  groups,
} from "./reference.ts";

const counts: Record<Group, number> = {
  P: 100,
  F: 14,
  B: 24,
  J: 24,
  BJ: 14,
  A: 20,
  NP: 34,
  LP: 30,
  FNP: 17,
  R: 27,
  O: 16,
};

const preemptionOf = (group: Group, c: Case): Preemption =>
  group === "NP" || c.nonpreemptive ? "none" : group === "LP" ? "chunks" : group === "FNP" ? "regions" : "full";

const orNull = (values: readonly (number | undefined)[]) => values.map((value) => value ?? null);

describe.for(groups)("group %s", (group) => {
  const cases = casesOf(group);

  test("all of its cases are there", () => {
    expect(cases).toHaveLength(counts[group]);
  });

  test.for(cases.map((c) => [c.id, c] as const))("%s agrees", ([, c]) => {
    const preemption = preemptionOf(group, c);
    const { tasks, expect: expected } = c;
    checkOrders(c);
    if (expected.dm) checkResponses(tasks, c.order_dm, preemption, expected.dm);
    if (expected.rm) checkResponses(tasks, c.order_rm, preemption, expected.rm);
    if (expected.edf) checkEdf(c, preemption, expected.edf);
    checkBounds(c);
    if (expected.fifo) {
      expect(fifoResponseTime(tasks)).toBe(expected.fifo.R);
      expect(isFifoSchedulable(tasks)).toBe(expected.fifo.sched);
    }
    if (expected.breakdown) {
      const { dm_k, edf_k } = expected.breakdown;
      expect(breakdown(tasks, (heavier) => isFixedPrioritySchedulable(heavier, c.order_dm))).toBe(dm_k);
      expect(breakdown(tasks, (heavier) => isEdfSchedulable(heavier))).toBe(edf_k);
    }
    if (expected.opa) checkAudsley(c, preemption, expected.opa.feasible);
    checkResources(c);
  });
});

function checkOrders({ tasks, order_rm, order_dm, U }: Case) {
  expect(rateMonotonicOrder(tasks)).toEqual(order_rm);
  expect(deadlineMonotonicOrder(tasks)).toEqual(order_dm);
  const { top, bottom } = exactUtilisation(tasks);
  expect(top * BigInt(U[1])).toBe(bottom * BigInt(U[0]));
}

function checkResponses(
  tasks: Case["tasks"],
  order: readonly number[],
  preemption: Preemption,
  expected: ExpectedResponses,
) {
  const responses = responseTimes(tasks, order, { preemption });
  expect(orNull(responses.map(({ R }) => R))).toEqual(expected.R);
  expect(meetsDeadlines(tasks, responses)).toBe(expected.sched);
  if (expected.R1) expect(orNull(responses.map(({ R1 }) => R1))).toEqual(expected.R1);
  if (expected.Rrel) expect(orNull(responses.map(({ Rrel }) => Rrel))).toEqual(expected.Rrel);
  if (expected.B) expect(responses.map(({ B }) => B)).toEqual(expected.B);
  for (const { R, terms } of responses) {
    if (terms === undefined) continue;
    const others = terms.interference.reduce((all, { time }) => all + time, 0);
    expect(terms.jitter + terms.blocking + terms.own + others - terms.earlier).toBe(R);
  }
  if (expected.R_sup) {
    const longer = responseTimes(tasks, order, { preemption, convention: "continuous" });
    expect(orNull(longer.map(({ R }) => R))).toEqual(expected.R_sup);
    expect(meetsDeadlines(tasks, longer)).toBe(expected.sched_sup);
  }
}

function checkEdf({ tasks }: Case, preemption: Preemption, expected: ExpectedEdf) {
  expect(isEdfSchedulable(tasks, { preemption })).toBe(expected.sched);
  expect(firstViolation(tasks, { preemption }) ?? null).toBe(expected.first_violation);
  if (expected.busy !== undefined) expect(busyPeriod(tasks) ?? null).toBe(expected.busy);
  if (expected.R) expect(orNull(edfResponseTimes(tasks, { preemption }))).toEqual(expected.R);
  if (expected.sched_sup !== undefined) {
    expect(isEdfSchedulable(tasks, { preemption, convention: "continuous" })).toBe(expected.sched_sup);
    expect(firstViolation(tasks, { preemption, convention: "continuous" }) === undefined).toBe(expected.sched_sup);
  }
}

function checkBounds({ tasks, order_rm, order_dm, expect: expected }: Case) {
  if (expected.density) {
    expect(approximately(density(tasks))).toBeCloseTo(expected.density.value, 8);
    expect(passesDensity(tasks)).toBe(expected.density.edf_pass);
  }
  if (expected.ll) {
    expect(liuLaylandBound(tasks.length)).toBeCloseTo(expected.ll.bound, 8);
    expect(passesLiuLayland(tasks)).toBe(expected.ll.pass);
  }
  if (expected.hyp) {
    expect(approximately(hyperbolicProduct(tasks))).toBeCloseTo(expected.hyp.product, 8);
    expect(passesHyperbolic(tasks)).toBe(expected.hyp.pass);
  }
  if (expected.ll_blocking) expect(passesLiuLaylandWithBlocking(tasks, order_rm)).toBe(expected.ll_blocking.pass);
  if (expected.hyp_blocking) expect(passesHyperbolicWithBlocking(tasks, order_rm)).toBe(expected.hyp_blocking.pass);
  if (expected.edf_baker_density) expect(passesBaker(tasks, order_dm)).toBe(expected.edf_baker_density.pass);
}

function checkAudsley({ tasks }: Case, preemption: Preemption, isFeasible: boolean) {
  const order = audsley(tasks.length, (task, above, below) => {
    const responses = responseTimes(tasks, [...above, task, ...below], { preemption });
    return (responses[task]?.R ?? Number.POSITIVE_INFINITY) <= (tasks[task]?.D ?? 0);
  });
  expect(order !== undefined).toBe(isFeasible);
  if (order !== undefined) expect(isFixedPrioritySchedulable(tasks, order, { preemption })).toBe(true);
}

function checkResources({ tasks, order_dm, expect: expected }: Case) {
  const protocols: [BlockingProtocol, ExpectedResponses | undefined][] = [
    ["npcs", expected.dm_npcs],
    ["pip", expected.dm_pip],
    ["ceiling", expected.dm_pcp_srp],
  ];
  for (const [protocol, wanted] of protocols) {
    if (wanted === undefined) continue;
    const blocking = resourceBlocking(tasks, order_dm, protocol);
    const blocked = tasks.map((task, i) => ({ ...task, B: blocking[i] as number }));
    checkResponses(blocked, order_dm, "full", wanted);
  }
  for (const [protocol, wanted] of [["srp", expected.edf_srp] as const, ["npcs", expected.edf_npcs] as const]) {
    if (wanted === undefined) continue;
    const verdict = (convention: Convention) => {
      const blocking = edfResourceBlocking(tasks, protocol, { convention });
      const violation = firstViolation(tasks, { blocking });
      expect(isEdfSchedulable(tasks, { blocking })).toBe(violation === undefined);
      return { sched: violation === undefined, violation: violation ?? null };
    };
    expect(verdict("continuous")).toEqual({ sched: wanted.sched, violation: wanted.first_violation });
    expect(verdict("discrete").sched).toBe(wanted.sched_discrete);
    if (wanted.R_discrete === undefined) continue;
    const blocking = edfResourceBlocking(tasks, "npcs", { convention: "discrete" });
    expect(orNull(edfResponseTimes(tasks, { blocking }))).toEqual(wanted.R_discrete);
  }
}

describe("textbook examples", () => {
  test.for(examples().map((e) => [e.id, e.title, e] as const))("%s: %s", ([, , example]) => {
    const { kind, input, published } = example;
    if (kind === "ll-bound") {
      expect(input.n.map((n) => liuLaylandBound(n).toFixed(3))).toEqual(published.bound_3dec.map((b) => b.toFixed(3)));
    } else if (kind === "edf-rta-NP") {
      expect(edfResponseTimes(input.tasks, { preemption: "none" })).toEqual(published.R);
    } else {
      const responses = responseTimes(input.tasks, input.priority_order);
      if (kind === "fp-rta-jitter") expect(responses.map((r) => r.Rrel)).toEqual(published.R_from_release);
      else expect(responses.map((r) => r.R)).toEqual(published.R);
      if (published.sched !== undefined) expect(meetsDeadlines(input.tasks, responses)).toBe(published.sched);
    }
  });

  test("all that concern an analysis are there", () => {
    expect(examples()).toHaveLength(9);
  });
});
