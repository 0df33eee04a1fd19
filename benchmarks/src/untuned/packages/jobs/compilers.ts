/** Packages that turn programs into programs. */
import type { Jobs } from "../job.ts";

export const compilers: Jobs = {
  terser: {
    uses: { terser: "5.51.4" },
    module: `import { minify_sync } from "terser"; import { script } from "inputs";
const text = script(15);
export const once = () => minify_sync(text, { module: true, compress: { passes: 2 } }).code;`,
  },
  svelte: {
    uses: { svelte: "5.57.3" },
    module: `import { compile } from "svelte/compiler";
const item = (i) => "<li class:odd={" + i + " % 2} onclick={() => (count += " + i + ")}>{#if count > " + i + "}<b>{label}</b>{:else}{count * " + i + "}{/if}</li>";
const text = "<script>let { label = 'x', rows } = $props(); let count = $state(0); const double = $derived(count * 2);</script><ul>"
  + Array.from({ length: 40 }, (_, i) => item(i)).join("\\n") + "{#each rows as row (row.id)}<li>{row.name} {double}</li>{/each}</ul><style>li { color: red; } .odd > b { color: blue; }</style>";
export const once = () => compile(text, { filename: "List.svelte", generate: "client" }).js.code;`,
  },
  typescript: {
    uses: { typescript: "5.6.3" },
    module: `import ts from "typescript"; import { script } from "inputs";
const text = script(40).replaceAll("(rows)", "(rows: readonly { id: number; name: string }[])");
export const once = () => ts.transpileModule(text, { compilerOptions: { target: ts.ScriptTarget.ES2015, module: ts.ModuleKind.CommonJS } }).outputText;`,
  },
  prettier: {
    uses: { prettier: "3.10.1" },
    module: `import * as babel from "prettier/plugins/babel"; import * as estree from "prettier/plugins/estree"; import { format } from "prettier/standalone"; import { script } from "inputs";
const text = script(10);
export async function once() { return await format(text, { parser: "babel", plugins: [babel, estree] }); }`,
  },
  sucrase: {
    uses: { sucrase: "3.35.1" },
    module: `import { transform } from "sucrase"; import { script } from "inputs";
const text = script(60);
export const once = () => transform(text, { transforms: ["typescript", "imports"] }).code;`,
  },
  peggy: {
    uses: { peggy: "5.1.0" },
    module: `import peggy from "peggy";
const rule = (i) => "r" + i + " = a:t" + i + " b:(_ ('+' / '-') _ t" + i + ")* { return b.reduce((x, y) => x + y[3], a); }\\nt" + i + " = d:[0-9]+ { return parseInt(d.join('')); } / '(' s:r" + i + " ')' { return s; }";
const grammar = "s = " + Array.from({ length: 12 }, (_, i) => "r" + i).join(" / ") + "\\n" + Array.from({ length: 12 }, (_, i) => rule(i)).join("\\n") + "\\n_ = ' '*";
export const once = () => peggy.generate(grammar, { output: "source" });`,
  },
};
