/** Jest's globals and the exports of `@jest/globals` that libraries use. `expect` and mock functions are Vitest's. */
import { createRequire } from "node:module";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from "./vitest.ts";

const require = createRequire(`${process.cwd()}/`);
const { fn, spyOn } = require("@vitest/spy");

export const jest = { fn, spyOn };

Object.assign(globalThis, { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test });

export { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test };
