import type { Chain } from "../chain.ts";

/** The command that creates projects loads its template from elsewhere than the registry, so the files are Astro's smallest. */
export const chain: Chain = {
  name: "astro",
  title: "Astro",
  version: "astro",
  steps: [
    {
      write: {
        "package.json": `{
  "name": "app",
  "private": true,
  "type": "module",
  "scripts": {
    "dev": "astro dev",
    "build": "astro build"
  },
  "dependencies": {
    "astro": "^7.3.0"
  }
}
`,
        "astro.config.mjs": `// @ts-check
import { defineConfig } from 'astro/config';

// https://astro.build/config
export default defineConfig({});
`,
        "src/pages/index.astro": `<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Astro</title>
  </head>
  <body>
    <h1>Astro</h1>
  </body>
</html>
`,
      },
    },
    { run: "npx @preempt/transformer init --yes" },
    {
      edit: "src/pages/index.astro",
      from: "  </body>",
      to: '    <script>\n      import "../preempt-example";\n    </script>\n  </body>',
    },
    { serve: "npm run dev" },
  ],
};
