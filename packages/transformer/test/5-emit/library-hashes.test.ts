/** The output of libraries that are transformed whole: which of them a change reaches. `npm run fixtures` renews the hashes. */
import { expect, test } from "vitest";
import { changedOutputs, readHashes } from "../kit/emitted/hashes.ts";
import { libraries } from "../kit/emitted/whole-files.ts";

const known = readHashes();

test.each(libraries.map((library) => [library.name, library] as const))(
  "%s has the output that it had",
  (_, library) => {
    expect(changedOutputs(library, known)).toEqual([]);
  },
);

test("there are fifteen libraries", () => {
  expect(libraries).toHaveLength(15);
});
