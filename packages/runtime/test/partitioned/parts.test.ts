/** The small parts: clocks, errors in transit, the outbox. */
import { PreemptError } from "@preempt/runtime";
import fc from "fast-check";
import { expect, test } from "vitest";
import { LearnedTimes } from "../../src/load/learned-times.ts";
import { offsetOf } from "../../src/partitioned/wire/clock.ts";
import { Outbox } from "../../src/partitioned/wire/outbox.ts";
import type { Batch } from "../../src/partitioned/wire/protocol.ts";
import { decodeError, encodeError } from "../../src/partitioned/wire/wire-error.ts";

const sent = (thrown: unknown) => decodeError(structuredClone(encodeError(thrown))) as Error & Record<string, unknown>;

test("clocks: time origins tell the offset, and the exchange bounds it when they are wrong", () => {
  const exchange = { asked: 100, answered: 102, there: 51 };
  expect(offsetOf({ ...exchange, originHere: 1000, originThere: 1050 })).toBe(50);
  // the wall clock was set by an hour between the two starts: the nearest that the exchange allows
  expect(offsetOf({ ...exchange, originHere: 1000, originThere: 3_601_050 })).toBe(51);
  expect(offsetOf({ ...exchange, originHere: 1000, originThere: -3_598_950 })).toBe(49);
});

test("clocks: an instant is off by less than the exchange took, whatever the origins claim", () => {
  const ms = fc.double({ min: 0, max: 1000, noNaN: true });
  fc.assert(
    fc.property(ms, ms, ms, fc.double({ min: -1e6, max: 1e6, noNaN: true }), ms, (asked, way, back, offset, claim) => {
      const there = asked + way - offset;
      const found = offsetOf({ asked, answered: asked + way + back, there, originHere: 0, originThere: claim });
      expect(Math.abs(found - offset)).toBeLessThanOrEqual(way + back + 1e-6);
    }),
  );
});

test("errors: a chain of causes and an AggregateError cross; a chain that bites its tail is cut", () => {
  const first = new TypeError("first", { cause: new Error("second", { cause: "third" }) });
  expect(sent(first)).toEqual(first);
  expect(sent(first)).toBeInstanceOf(TypeError);
  expect(sent(first).stack).toBe(first.stack);
  const many = sent(new AggregateError([new RangeError("a"), "b"], "many"));
  expect(many).toBeInstanceOf(AggregateError);
  expect((many.errors as unknown[])[0]).toBeInstanceOf(RangeError);
  expect((many.errors as unknown[])[1]).toBe("b");
  const snake: Error = new Error("snake");
  snake.cause = snake;
  let depth = 0;
  for (let error: unknown = sent(snake); error instanceof Error; error = error.cause) depth++;
  expect(depth).toBeGreaterThan(5);
  expect(depth).toBeLessThan(50);
});

test("errors: a property called errors is one as any other, unless it is that of an AggregateError", () => {
  const invalid = Object.assign(new Error("invalid"), { errors: [{ path: "/name", message: "is missing" }] });
  expect(sent(invalid).errors).toEqual([{ path: "/name", message: "is missing" }]);
  expect(sent(invalid).constructor).toBe(Error);
});

test("errors: ours stay ours, code and all", () => {
  const error = sent(new PreemptError("some_code", "what happened: this. Do that.", { cause: new Error("why") }));
  expect(error).toBeInstanceOf(PreemptError);
  expect(error).toMatchObject({
    code: "some_code",
    message: "some_code: what happened: this. Do that.",
    name: "PreemptError",
  });
  expect(error.cause).toMatchObject({ message: "why" });
});

test("errors: whatever is thrown can be sent", () => {
  const hostile = new Error("x");
  Object.defineProperty(hostile, "message", {
    get: () => {
      throw new Error("no message");
    },
  });
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  for (const thrown of [hostile, revoked.proxy, Symbol("s"), () => 1, undefined, null, 1n, Object.create(null)]) {
    expect(() => sent(thrown)).not.toThrow();
  }
  fc.assert(fc.property(fc.anything(), (thrown) => void sent(thrown)));
});

test("outbox: one message for a turn; what is sent at once keeps its place", async () => {
  const posted: string[][] = [];
  const outbox = new Outbox<string>(({ preempt }: Batch<string>) => void posted.push([...preempt]));
  outbox.push("a");
  outbox.push("b");
  outbox.send("c");
  outbox.push("d");
  outbox.push("e");
  expect(posted).toEqual([["a", "b"], ["c"]]);
  await undefined;
  expect(posted).toEqual([["a", "b"], ["c"], ["d", "e"]]);
});

test("expected work: the function's own last jobs count, the newest most; unknown ones count as the average", () => {
  const expected = new LearnedTimes<string>(new Map());
  expect(expected.expected("any")).toBe(1);
  expected.learn("long", 100);
  expect(expected.expected("long")).toBe(100);
  expect(expected.expected("any")).toBe(100);
  for (let i = 0; i < 20; i++) expected.learn("long", 10);
  expect(expected.expected("long")).toBeLessThan(11);
});

test("errors: a DOMException of every standard name, and of one's own, arrives as one, with its code", () => {
  const names = [
    "IndexSizeError HierarchyRequestError WrongDocumentError InvalidCharacterError NoModificationAllowedError NotFoundError",
    "NotSupportedError InUseAttributeError InvalidStateError SyntaxError InvalidModificationError NamespaceError",
    "InvalidAccessError TypeMismatchError SecurityError NetworkError AbortError URLMismatchError QuotaExceededError",
    "TimeoutError InvalidNodeTypeError DataCloneError EncodingError NotReadableError UnknownError ConstraintError",
    "DataError TransactionInactiveError ReadOnlyError VersionError OperationError NotAllowedError OptOutError MyError",
  ].flatMap((line) => line.split(" "));
  for (const name of names) {
    const thrown = new DOMException(`of ${name}`, name);
    const { code, message } = thrown;
    const arrived = sent(thrown);
    expect(arrived).toBeInstanceOf(DOMException);
    expect({ code: arrived.code, name: arrived.name, message: arrived.message }).toEqual({ code, name, message });
    expect(arrived.stack).toBe(thrown.stack);
  }
  const cause = new DOMException("inner", "TimeoutError");
  expect(sent(new Error("outer", { cause })).cause).toBeInstanceOf(DOMException);
  // What only has such a name is none.
  const named = Object.assign(new Error("mine"), { name: "TimeoutError" });
  expect(sent(named)).not.toBeInstanceOf(DOMException);
  expect(sent(named)).toMatchObject({ name: "TimeoutError", message: "mine" });
});
