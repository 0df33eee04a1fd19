/** JerryScript: the files of tests/jerry, which call `assert`. */
import { filesIn, programsOf } from "../files.ts";
import type { Kind } from "../program.ts";

export const jerryscript: Kind = {
  about: "JerryScript: tests/jerry",
  collect: (root) =>
    programsOf(
      root,
      filesIn(root, ["tests/jerry/**/*.js", "tests/jerry/**/*.mjs"]),
      ["assertions", "test262"],
      (path) => (path.endsWith(".mjs") ? "module" : "script"),
    ),
};
