/** V8: the files of test/mjsunit, or of the folder itself if it is that. They need mjsunit.js, which the shell loads first. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { filesIn, textOf } from "../files.ts";
import type { Kind } from "../program.ts";

export const v8: Kind = {
  about: "V8: test/mjsunit (or that folder alone)",
  collect: (root) => {
    const folder = existsSync(join(root, "mjsunit.js")) ? "" : "test/mjsunit/";
    const library = textOf(root, `${folder}mjsunit.js`);
    return filesIn(root, [`${folder}**/*.js`, `${folder}**/*.mjs`])
      .filter((path) => path !== `${folder}mjsunit.js`)
      .map((path) => ({
        name: path,
        form: path.endsWith(".mjs") ? "module" : "script",
        hosts: ["assertions"],
        folder: root,
        prelude: library,
        load: () => textOf(root, path),
      }));
  },
};
