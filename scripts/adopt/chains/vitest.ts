import type { Chain } from "../chain.ts";

export const chain: Chain = {
  name: "vitest",
  title: "Vitest",
  version: "vitest",
  steps: [
    { run: "npm init -y && npm install --save-dev vitest", installs: ["vitest"] },
    {
      write: {
        "example.test.js": `import { expect, test } from "vitest";
import { preempted } from "./preempt-example";

test("a job is preempted", async () => {
  expect(await preempted).toBeGreaterThan(0);
});
`,
      },
    },
    { run: "npx @preempt/transformer init --yes" },
    { run: "npx vitest run" },
  ],
};
