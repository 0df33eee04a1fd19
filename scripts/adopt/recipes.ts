/** The recipes of docs/frameworks.md for frameworks without a package of ours, as tool chains: each is run as the page has it. */
import { readFileSync } from "node:fs";
import type { Chain } from "./chain.ts";

const page = readFileSync(new URL("../../docs/frameworks.md", import.meta.url), "utf8");

/** The code of the page that follows the name of a framework. */
export function recipeOf(framework: string): string {
  const from = page.indexOf(`**${framework}.**`);
  const [, code] = /```ts\n([\s\S]*?)```/.exec(page.slice(from)) ?? [];
  if (from < 0 || code === undefined) throw new Error(`docs/frameworks.md has no code for ${framework}`);
  return code;
}

/** What a page of any of them needs: data, a function that takes long, and a scheduler that tells what happened to its jobs. */
const search = `import { Scheduler } from "@preempt/runtime";

export const all = Array.from({ length: 300_000 }, (_, i) => \`title \${(i * 7919) % 300_007}\`);

/** @preempt */
export function search(titles: readonly string[], query: string): string[] {
  const found: string[] = [];
  for (const title of titles) {
    let at = 0;
    for (const letter of query) at = title.indexOf(letter, at) + 1 || title.length + 1;
    if (at <= title.length) found.push(title);
  }
  return found.slice(0, 20);
}

export const rt = new Scheduler({ policy: "edf" });
const preemptions = new WeakMap<object, number>();
rt.observe({
  jobPreempted: (job) => preemptions.set(job, (preemptions.get(job) ?? 0) + 1),
  jobFinished: (job) => console.log(\`The job was preempted \${preemptions.get(job) ?? 0} times.\`),
});
`;

const init = { run: "npx @preempt/transformer init --yes" } as const;
const vite = (template: string) => ({ run: `npm create vite@latest app -- --template ${template}` }) as const;

const solid = `import { createEffect, createSignal, onCleanup } from "solid-js";
import { render } from "solid-js/web";
import { all, rt, search } from "./search";

type JobResult<R> = Awaited<R>;
const [query] = createSignal("t1");
`;

const lit = `import { Task } from "@lit/task";
import { html, LitElement } from "lit";
import { all, rt, search } from "./search";

class SearchPage extends LitElement {
  static properties = { query: {} };
  all = all;
  declare query: string;
  constructor() {
    super();
    this.query = "t1";
  }
`;

const angular = `import { Component, resource, signal } from "@angular/core";
import { all, rt, search } from "../search";

@Component({ selector: "app-root", template: "{{ titles.value()?.length }}" })
export class App {
  all = all;
  query = signal("t1");
  `;

/** For `--only`; the table of docs/tool-chains.md does not show them. */
export const recipes: readonly Chain[] = [
  {
    name: "recipe-solid",
    title: "Recipe: Solid",
    version: "solid-js",
    folder: "app",
    steps: [
      vite("solid-ts"),
      init,
      {
        write: {
          "src/search.ts": search,
          "src/index.tsx": `${solid}${recipeOf("Solid")}render(() => <p>{titles()?.length}</p>, document.body);\n`,
        },
      },
      { serve: "npm run dev" },
    ],
  },
  {
    name: "recipe-lit",
    title: "Recipe: Lit",
    version: "lit",
    folder: "app",
    steps: [
      vite("lit-ts"),
      init,
      { run: "npm install @lit/task" },
      {
        write: {
          "src/search.ts": search,
          "src/my-element.ts": `${lit}${recipeOf("Lit")}}\ncustomElements.define("my-element", SearchPage);\n`,
        },
      },
      { serve: "npm run dev" },
    ],
  },
  {
    name: "recipe-angular",
    title: "Recipe: Angular",
    version: "@angular/core",
    folder: "app",
    steps: [
      { run: "npx @angular/cli@latest new app --defaults --skip-git" },
      init,
      { write: { "src/search.ts": search, "src/app/app.ts": `${angular}${recipeOf("Angular")}}\n` } },
      { serve: "npm start" },
    ],
  },
];
