import type { Chain } from "../chain.ts";

export const chain: Chain = {
  name: "sveltekit",
  title: "SvelteKit",
  version: "@sveltejs/kit",
  folder: "app",
  steps: [
    { run: "npx sv create app --template minimal --types ts --no-add-ons --install npm" },
    { run: "npx @preempt/transformer init --yes" },
    {
      edit: "src/routes/+page.svelte",
      from: /^/,
      to: '<script lang="ts">\n  import "$lib/preempt-example";\n</script>\n\n',
    },
    { serve: "npm run dev" },
  ],
};
