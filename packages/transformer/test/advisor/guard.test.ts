import { expect, test } from "vitest";
import { objectionTo } from "../../src/bundler/advisor/guard.ts";

const own = {
  host: "localhost:5173",
  origin: "http://localhost:5173",
  "sec-fetch-site": "same-origin",
  "content-type": "application/json",
};

function objection(
  headers: Readonly<Record<string, string | undefined>>,
  remoteAddress = "127.0.0.1",
  hosts?: string[],
) {
  const given = Object.fromEntries(Object.entries({ ...own, ...headers }).filter(([, value]) => value !== undefined));
  return objectionTo({ headers: given, socket: { remoteAddress } }, hosts);
}

test("the page's own requests are answered", () => {
  expect(objection({})).toBeUndefined();
  expect(objection({ "sec-fetch-site": undefined }, "::1")).toBeUndefined();
  expect(objection({ host: "[::1]:5173", origin: "http://[::1]:5173" }, "::ffff:127.0.0.1")).toBeUndefined();
  expect(objection({ host: "app.test", origin: "https://app.test" }, "127.0.0.1", [".test"])).toBeUndefined();
});

test.for([
  [{ origin: "http://evil.example" }, "it comes from http://evil.example"],
  [{ origin: "http://localhost:9999" }, "it comes from http://localhost:9999"],
  [{ origin: undefined }, "it comes from no page"],
  [{ origin: "null" }, "it comes from null"],
  [{ "sec-fetch-site": "cross-site" }, "it comes from another site (cross-site)"],
  // A name that was made to lead to this machine.
  [
    { host: "evil.example:5173", origin: "http://evil.example:5173" },
    "the host evil.example:5173 is not one of this server's",
  ],
  [
    { host: "localhost.evil.example", origin: "http://localhost.evil.example" },
    "the host localhost.evil.example is not one",
  ],
  [{ host: undefined, origin: undefined }, "the host  is not one"],
  // What a form can send without asking.
  [{ "content-type": "text/plain" }, "its content is not application/json"],
] as const)("refused: %j", ([headers, reason]) => {
  expect(objection(headers)).toContain(reason);
});

test("requests of other machines are refused", () => {
  expect(objection({}, "192.168.1.7")).toBe("it comes from another machine");
});
