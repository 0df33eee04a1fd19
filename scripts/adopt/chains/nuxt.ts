import type { Chain } from "../chain.ts";

/** The command that creates projects loads its template from elsewhere than the registry, so the files are Nuxt's smallest. */
export const chain: Chain = {
  name: "nuxt",
  title: "Nuxt",
  version: "nuxt",
  steps: [
    {
      write: {
        "package.json": `{
  "name": "app",
  "private": true,
  "type": "module",
  "scripts": {
    "build": "nuxt build",
    "dev": "nuxt dev"
  },
  "dependencies": {
    "nuxt": "^4.5.0",
    "vue": "^3.5.0",
    "vue-router": "^5.0.0"
  }
}
`,
        "nuxt.config.ts": `export default defineNuxtConfig({
  compatibilityDate: "2026-01-01",
  devtools: { enabled: false },
});
`,
        "app/app.vue": `<script setup>
</script>

<template>
  <h1>Hello</h1>
</template>
`,
      },
    },
    { run: "npx @preempt/transformer init --yes" },
    { edit: "app/app.vue", from: "<script setup>\n", to: '<script setup>\nimport "./preempt-example";\n' },
    { serve: "npm run dev" },
  ],
};
