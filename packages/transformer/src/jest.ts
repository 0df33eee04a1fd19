/**
 * The integration for Jest: a transformer that runs before the existing one.
 *
 *   // jest.config.js
 *   transform: { "\\.[jt]sx?$": ["@preempt/transformer/jest", { next: "babel-jest" }] }
 */
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { transformModule } from "./bundler/module.ts";
import { processContext } from "./bundler/process-context.ts";
import { withMap } from "./integrations/inline-map.ts";
import { SingleFiles } from "./integrations/single-files.ts";
import type { PluginOptions, WithoutExpressions } from "./project/plugin-options.ts";
import { checkOptions, jestOptions, propagatesByDefault } from "./shared/options.ts";

/** Options for Jest: those of the plugins that its configuration can hold, and the next transformer. */
export interface JestOptions extends WithoutExpressions<Omit<PluginOptions, "advisor" | "onDiagnostic">> {
  /**
   * The transformer that receives the code next, with its options: `"@swc/jest"`, `["babel-jest", { … }]`; `false` for none. Default:
   * "babel-jest", as in Jest.
   */
  next?: string | readonly [name: string, options?: unknown] | false;
}

/** The part of Jest's context that the transformer uses. */
export interface JestContext {
  /** The project: `rootDir` is its folder. */
  readonly config: { readonly rootDir: string };
}

/** A transformer of Jest. */
export interface JestTransformer {
  /** Whether it measures coverage itself. */
  readonly canInstrument?: boolean;
  /** The key under which Jest keeps the result. */
  getCacheKey?(code: string, fileName: string, context: JestContext): string;
  /** Returns the code that Jest runs. */
  process(code: string, fileName: string, context: JestContext): unknown;
}

/** Jest calls this with the options that stand beside the transformer's name. */
export function createTransformer(options: JestOptions = {}): Required<JestTransformer> {
  checkOptions(options, jestOptions);
  const { next: name = "babel-jest", ...plugin } = options;
  let files: SingleFiles | undefined;
  let next: JestTransformer | undefined;
  let last: { readonly code: string; readonly fileName: string; readonly made: string } | undefined;

  function transformed(code: string, fileName: string, { config: { rootDir } }: JestContext): string {
    // Jest asks for the key of a file, and then, if it does not know that, for its code.
    if (last?.code === code && last.fileName === fileName) return last.made;
    files ??= new SingleFiles(plugin, rootDir);
    // Nobody tells when a run begins, nor what has changed since. A program of the whole project is kept all the same.
    files.forget(!(plugin.propagate ?? propagatesByDefault));
    const result = transformModule(files, plugin, code, fileName, processContext);
    last = { code, fileName, made: result === undefined ? code : withMap(result) };
    return last.made;
  }

  function nextOf({ config: { rootDir } }: JestContext): JestTransformer {
    next ??= name === false ? { process: (code) => ({ code }) } : load([name].flat() as [string, unknown], rootDir);
    return next;
  }

  return {
    get canInstrument() {
      return next?.canInstrument ?? false;
    },
    // What is made of a file depends on others as well, on those that it imports and on a tsconfig.json: the code has all of it.
    getCacheKey(code, fileName, context) {
      const made = transformed(code, fileName, context);
      const key = nextOf(context).getCacheKey?.(made, fileName, context) ?? JSON.stringify([fileName, context]);
      return createHash("sha256").update(key).update("\0").update(made).digest("hex");
    },
    process: (code, fileName, context) =>
      nextOf(context).process(transformed(code, fileName, context), fileName, context),
  };
}

function load([name, options]: [name: string, options?: unknown], root: string): JestTransformer {
  const required: unknown = createRequire(`${root}/package.json`)(name);
  const { default: inner = required } = required as { default?: unknown };
  const found = inner as JestTransformer & { createTransformer?: (options: unknown) => JestTransformer };
  return found.createTransformer?.(options) ?? found;
}

/** The transformer: `transform: { "\\.[jt]sx?$": ["@preempt/transformer/jest", options] }`. */
export default { createTransformer };
