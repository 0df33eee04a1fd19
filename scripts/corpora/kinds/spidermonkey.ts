/** SpiderMonkey: the files of js/src/jit-test/tests, or of the folder itself; lib has what they load. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { filesIn, textOf } from "../files.ts";
import type { Kind } from "../program.ts";

export const spidermonkey: Kind = {
  about: "SpiderMonkey: js/src/jit-test/tests (or the folder jit-test alone)",
  collect: (root) => {
    const base = ["js/src/jit-test/", "jit-test/", ""].find((path) => existsSync(join(root, path, "tests"))) ?? "";
    return filesIn(root, `${base}tests/**/*.js`).map((path) => ({
      name: path,
      // The first line says what the shell has to be told.
      form: /\|jit-test\|.*\bmodule\b/.test(textOf(root, path).split("\n", 1)[0] ?? "") ? "module" : "script",
      hosts: ["assertions"],
      folder: join(root, base, "lib"),
      load: () => textOf(root, path),
    }));
  },
};
