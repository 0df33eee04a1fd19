/** The example of a whole server: its own tests, as a reader would run them. */
import { expect, test } from "vitest";
import { runExample } from "./example-project.ts";

test("the tests of the device server pass", () => {
  expect(runExample("examples/device-server")).toEqual({ passed: 5, failed: 0 });
}, 180_000);
