import type { Chain } from "../chain.ts";

export const chain: Chain = {
  name: "jest",
  title: "Jest",
  version: "jest",
  steps: [
    // As Jest's page "Getting started" has it, with Babel for import and export.
    { run: "npm init -y && npm install --save-dev jest @babel/preset-env", installs: ["jest", "@babel/preset-env"] },
    {
      write: {
        "babel.config.js": 'module.exports = { presets: [["@babel/preset-env", { targets: { node: "current" } }]] };\n',
        "example.test.js": `import { preempted } from "./preempt-example";

test("a job is preempted", async () => {
  expect(await preempted).toBeGreaterThan(0);
});
`,
      },
    },
    { run: "npx @preempt/transformer init --yes" },
    { run: "npx jest" },
  ],
};
