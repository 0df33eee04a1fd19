/** Hermes: the files of test that hold plain JavaScript; they print. */
import { filesIn, programsOf } from "../files.ts";
import type { Kind } from "../program.ts";

export const hermes: Kind = {
  about: "Hermes: test/hermes and the other folders of test",
  collect: (root) => programsOf(root, filesIn(root, "test/**/*.js"), ["assertions"]),
};
