/** What is live spreads backwards from where it is read to where it is assigned, around loops and at any depth. */
import { expect, test } from "vitest";
import { none, Place, spread } from "../../src/4-plan/variables/places.ts";

const [a, b, c] = [1n, 2n, 4n];

test("a variable is live from where it is read back to where it is assigned", () => {
  const end = new Place([], none, none);
  const read = new Place([end], a, none);
  const between = new Place([read], b, none);
  const assigned = new Place([between], none, a);
  spread([end, read, between, assigned]);
  expect([end, read, between, assigned].map(({ live }) => live)).toEqual([none, a, a | b, b]);
});

test("a place that reads what it assigns needs it", () => {
  const end = new Place([], c, none);
  const both = new Place([end], a, a | c);
  spread([end, both]);
  expect(both.live).toBe(a);
});

test("what the next round reads is live in the whole loop, what it assigns first is not", () => {
  const end = new Place([], none, none);
  const head = new Place([], none, none);
  const last = new Place([head], b, none);
  const first = new Place([last], a, b);
  head.leadTo([end, first]);
  spread([end, head, last, first]);
  expect([head.live, last.live, first.live]).toEqual([a, a | b, a]);
});

test.each([10, 1000, 20_000])("%i loops in each other need what the outermost one reads", (depth) => {
  const end = new Place([], none, none);
  const places = [end];
  let after = end;
  const heads: Place[] = [];
  for (let i = 0; i < depth; i++) {
    const head = new Place([], i === 0 ? a : none, none);
    heads.push(head);
    places.push(head);
    head.leadTo([after]);
    after = head;
  }
  const inside = new Place([after], b, none);
  places.push(inside);
  let next = inside;
  for (const head of heads.toReversed()) {
    head.leadTo([next]);
    next = head;
  }
  spread(places);
  expect(heads.every(({ live }) => live === (a | b))).toBe(true);
});
