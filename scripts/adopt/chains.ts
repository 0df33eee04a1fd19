/** All tool chains, in the order of the table. */
import type { Chain } from "./chain.ts";
import { chain as angular } from "./chains/angular.ts";
import { chain as astro } from "./chains/astro.ts";
import { chain as bun } from "./chains/bun.ts";
import { chain as esbuild } from "./chains/esbuild.ts";
import { chain as jest } from "./chains/jest.ts";
import { chain as next } from "./chains/next.ts";
import { chain as node } from "./chains/node.ts";
import { chain as nuxt } from "./chains/nuxt.ts";
import { chain as rolldown } from "./chains/rolldown.ts";
import { chain as rspack } from "./chains/rspack.ts";
import { chain as sveltekit } from "./chains/sveltekit.ts";
import { chain as templateNode } from "./chains/template-node.ts";
import { chain as templatePage } from "./chains/template-page.ts";
import { chain as tsc } from "./chains/tsc.ts";
import { chain as tsup } from "./chains/tsup.ts";
import { chain as viteReact } from "./chains/vite-react.ts";
import { chain as viteSolid } from "./chains/vite-solid.ts";
import { chain as viteSvelte } from "./chains/vite-svelte.ts";
import { chain as viteVue } from "./chains/vite-vue.ts";
import { chain as vitest } from "./chains/vitest.ts";
import { chain as webpack } from "./chains/webpack.ts";

export const chains: readonly Chain[] = [
  ...[templatePage, templateNode],
  ...[viteReact, viteVue, viteSvelte, viteSolid],
  ...[next, nuxt, sveltekit, astro, angular],
  ...[webpack, rspack, esbuild, tsup, rolldown],
  ...[bun, jest, vitest, tsc, node],
];
