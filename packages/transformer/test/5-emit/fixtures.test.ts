/**
 * What the transform makes of each construct, and with and without each optimisation: the folders of fixtures/emitted. After a
 * change that is meant, `npm run fixtures` renews them and prints what changed.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Fixture, readFixtures, renewedFiles } from "../kit/emitted/folder.ts";
import { changedOutputs, readHashes } from "../kit/emitted/hashes.ts";
import { type Made, makeFixture } from "../kit/emitted/make.ts";
import { missingFixtures, shownElsewhere } from "../kit/emitted/missing.ts";
import { libraries, workloads } from "../kit/emitted/whole-files.ts";

const fixtures = readFixtures();
const made = new Map<Fixture, Made>();
for (const fixture of fixtures) made.set(fixture, await makeFixture(fixture));

for (const [fixture, { files, differences }] of made) {
  describe(fixture.name, () => {
    test("the transformed program does what the plain one does", () => {
      expect(differences).toEqual([]);
    });
    test("the files are what the transform makes now (else: npm run fixtures)", () => {
      expect(Object.fromEntries([...files].sort())).toEqual(Object.fromEntries(renewedFiles(fixture)));
    });
    if (fixture.optimization !== undefined)
      test("the optimisation changes the output", () => {
        expect(files.get("output.js")).not.toBe(files.get("output.without.js"));
      });
  });
}

test("each optimisation, each diagnostic and each form of syntax has a fixture", () => {
  expect(missingFixtures(made)).toEqual([]);
});

test.each(Object.entries(shownElsewhere))("%s is tested in %s", (name, file) => {
  expect(readFileSync(new URL(`../${file}`, import.meta.url), "utf8")).toMatch(name === "too_deep" ? name : /PT1019/);
});

test("the workloads have the output that they had (else: npm run fixtures)", () => {
  const known = readHashes();
  expect(workloads.flatMap((workload) => changedOutputs(workload, known))).toEqual([]);
});

test("each hash is of a file that is there", () => {
  expect(Object.keys(readHashes()).sort()).toEqual([...libraries, ...workloads].map(({ name }) => name).sort());
});
