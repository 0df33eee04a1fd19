import type { Library } from "../library.ts";

export const luxon: Library = {
  name: "luxon",
  version: "3.7.2",
  computes: "dates, time zones, intervals",
  repository: "moment/luxon",
  commit: "4262a38ded7762e22608a9feb9f117b40d338ced",
  code: ["src/"],
  testCode: ["test/"],
  compiled: true,
  needs: ["@vitest/expect@3.2.4", "@vitest/spy@3.2.4", "chai@5.3.3"],
  tests: ["test/**/*.test.js"],
  environment: { TZ: "America/New_York", LANG: "en_US.utf8", LC_ALL: "en_US.utf8" },
  framework: "jest",
};
