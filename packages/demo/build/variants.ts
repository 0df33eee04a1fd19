/**
 * Several builds of the same modules in one page. A query on an import says which, and holds for everything that the
 * module imports in turn, packages too: `?plain` is the code as it was written, `?paper` what the paper's strategy
 * emits, no query what ours does. `?output` is the text of the transformed module, to be read.
 */
import { readFile } from "node:fs/promises";
import { transform } from "@preempt/transformer";
import preempt, { type PluginOptions } from "@preempt/transformer/vite";
import type { Plugin } from "vite";

const query = /[?&](plain|paper)(?=&|$)/;
const variantOf = (id: string) => query.exec(id)?.[1];
const bareOf = (id: string) => id.replace(query, "");
const outputQuery = /[?&]output$/;
/** One copy for all variants: it holds the state that they share. */
const isRuntime = (id: string) => id.includes("@preempt/runtime") || id.includes("/packages/runtime/");

export function variants(options: PluginOptions): Plugin[] {
  const paper = preempt({ ...options, strategy: "paper" }) as Plugin;
  const capture = preempt(options) as Plugin;
  return [
    queries(),
    limit(capture, (id) => variantOf(id) === undefined),
    limit(paper, (id) => variantOf(id) === "paper"),
  ];
}

/** Understands the queries, and transforms nothing. */
export function queries(): Plugin {
  return {
    name: "preempt-demo-variants",
    enforce: "pre",
    async resolveId(source, importer, options) {
      const own = variantOf(source);
      if (outputQuery.test(source)) {
        const file = await this.resolve(source.replace(outputQuery, ""), importer, { ...options, skipSelf: true });
        return file === null ? null : `${file.id}?output`;
      }
      const variant = own ?? (importer === undefined ? undefined : variantOf(importer));
      if (variant === undefined) return null;
      const from = importer === undefined ? undefined : bareOf(importer);
      const resolved = await this.resolve(bareOf(source), from, { ...options, skipSelf: true });
      // One copy also of what has no code: a build of it would be the same.
      if (resolved === null || resolved.external || isRuntime(resolved.id) || /^\0|\.json$/.test(resolved.id)) {
        return resolved;
      }
      return { ...resolved, id: `${resolved.id}?${variant}` };
    },
    async load(id) {
      if (!id.endsWith("?output")) return null;
      const fileName = id.slice(0, -"?output".length);
      this.addWatchFile(fileName);
      const { code } = transform(await readFile(fileName, "utf8"), { fileName });
      return `export default ${JSON.stringify(code)};`;
    },
  };
}

/** The plugin for some modules only. */
function limit(plugin: Plugin, isWanted: (id: string) => boolean): Plugin {
  const hook = plugin.transform;
  if (hook === undefined) return plugin;
  const handler = typeof hook === "function" ? hook : hook.handler;
  return {
    ...plugin,
    transform: {
      ...(typeof hook === "object" ? hook : {}),
      handler(code, id, ...rest) {
        return isWanted(id) && !id.endsWith("?output") ? handler.call(this, code, id, ...rest) : null;
      },
    },
  };
}
