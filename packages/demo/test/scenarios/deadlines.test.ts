import { expect, test } from "vitest";
import { imageScenario } from "../../src/scenarios/image/scenario.ts";
import { markdown } from "../../src/scenarios/markdown/scenario.ts";
import { searchScenario } from "../../src/scenarios/search/scenario.ts";

test("long work is in time on a machine that is four times slower: late, it would stop the box under EDF", () => {
  const long = [markdown, searchScenario, imageScenario]
    .flatMap(({ tasks }) => tasks)
    .filter(({ wcet }) => wcet >= 100);
  expect(long.length).toBeGreaterThan(4);
  for (const { id, wcet, deadline } of long) expect(deadline / wcet, id).toBeGreaterThan(5);
});
