/** What a link says of options and tasks that its scenario does not have is left out and told. */
import { expect, test } from "vitest";
import { fit } from "../src/setup/fit.ts";
import { readLink } from "../src/setup/link.ts";

const known = {
  options: [
    {
      id: "load",
      label: "Load",
      values: [
        ["both", "both"],
        ["none", "none"],
      ],
    },
  ],
  tasks: ["box", "aes"],
} as const;
const fitted = (fragment: string) => fit(readLink(fragment).setup, known);

test("what the scenario knows stays, also of a task that its options leave out", () => {
  const { setup } = readLink("option.load=none&task.aes=1,1,1,1&add.mine=100,100,10,1");
  expect(fit(setup, known)).toEqual({ setup, problems: [] });
});

test.each([
  ["option.lod=none", "one of load"],
  ["option.load=all", "one of both, none"],
  ["task.axe=1,1,1,1", "a task of the scenario"],
  ["add.box=100,100,10,1", "a name that no other task has"],
])("%s is left out, and told with what was expected", (fragment, expected) => {
  const { setup, problems } = fitted(fragment);
  expect(setup).toEqual(readLink("").setup);
  expect(problems).toEqual([expect.stringContaining(expected)]);
});

test("of two added tasks of one name the first stays", () => {
  const { setup, problems } = fitted("add.mine=100,100,10,1&add.mine=200,200,10,1");
  expect(setup.added.map(({ period }) => period)).toEqual([100]);
  expect(problems).toHaveLength(1);
});
