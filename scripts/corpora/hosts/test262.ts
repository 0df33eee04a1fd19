/** Some of the host of test262, under the names that JerryScript gives it. */
import { attempt } from "./assertions.ts";
import type { Install } from "./host.ts";

export const installTest262: Install = ({ realm }) => {
  realm.define("createRealm", () => {
    throw realm.error("Error", "the runner has one realm");
  });
  realm.define("assertThrow", (f: () => unknown) => realm.print(attempt(f)));
};
