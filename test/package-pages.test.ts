/** The pages of the packages, which registries show: each door has its line. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

test.for(["runtime", "transformer", "server"])(
  "the page of @preempt/%s has a line for each of its doors, and no other",
  (name) => {
    const folder = join("packages", name);
    const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const page = readFileSync(join(folder, "README.md"), "utf8");
    const doors = Object.keys(exports).filter((door) => !door.endsWith(".json"));
    const lines = [...page.matchAll(/^\| `(@preempt\/[^`]+)` \|/gm)].map(([, door]) => door);
    expect(lines.sort()).toEqual(doors.map((door) => join("@preempt", name, door)).sort());
  },
);
