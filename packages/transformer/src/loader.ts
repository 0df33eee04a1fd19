/**
 * The integration for tools that run webpack loaders but no plugins, as Next.js does with Turbopack:
 *
 *   turbopack: { rules: { "*.ts": { loaders: ["@preempt/transformer/loader"] } } }
 *
 * It takes the source as it was written: among several loaders it stands last.
 */
import { type Message, printedMessage } from "./bundler/message.ts";
import { transformModule } from "./bundler/module.ts";
import { sayLater, toStandardError } from "./bundler/say-later.ts";
import { SingleFiles } from "./integrations/single-files.ts";
import type { PluginOptions } from "./project/plugin-options.ts";
import { BuildSummary } from "./report/build-summary.ts";
import { propagatesByDefault } from "./shared/options.ts";

export type { PluginOptions } from "./project/plugin-options.ts";

/** As much as is used of what bundlers hand to a loader. */
export interface LoaderContext {
  /** The file. */
  readonly resourcePath: string;
  /** The query behind the name, as in `?raw`. */
  readonly resourceQuery?: string | undefined;
  /** The folder of the project. */
  readonly rootContext?: string | undefined;
  /** The options of the loader. */
  getOptions(): PluginOptions;
  /** Names another file on which the result depends. */
  addDependency(fileName: string): void;
  /** Reports a finding. */
  emitWarning(warning: Error): void;
  /** Returns the function that receives the result. */
  async(): (error: Error | null, code?: string, map?: object) => void;
}

/** Transforms one module. The plugins' options are its options; where these have to be JSON, there are no regular expressions. */
export default function loader(this: LoaderContext, code: string, map?: object): void {
  const done = this.async();
  try {
    const options = this.getOptions();
    const { files, say } = filesOf(options, this.rootContext);
    const result = transformModule(files, options, code, this.resourcePath + (this.resourceQuery ?? ""), {
      // All that run loaders tell modules by their imports.
      requiresRuntime: true,
      watch: (fileName) => this.addDependency(fileName),
      warn: (message) => this.emitWarning(errorOf(message)),
      fail(message) {
        throw errorOf(message);
      },
    });
    say();
    if (result === undefined) done(null, code, map);
    else done(null, result.code, result.map);
  } catch (error) {
    done(error as Error);
  }
}

interface Known {
  readonly files: SingleFiles;
  readonly say: () => void;
}

const known = new Map<string, Known>();

/** One for all files with these options: what they have in common is read once. */
function filesOf(options: PluginOptions, root = process.cwd()): Known {
  const key = JSON.stringify([root, options], (_, value) => (value instanceof RegExp ? String(value) : value));
  const one = known.get(key) ?? open(options, root);
  known.set(key, one);
  // Nobody tells when a build begins, nor what has changed since. A program of the whole project is kept all the same.
  one.files.forget(!(options.propagate ?? propagatesByDefault));
  return one;
}

function open(options: PluginOptions, root: string): Known {
  // Turbopack runs loaders in several processes, and each sees some of the files.
  const files = new SingleFiles(options, root, undefined, undefined, new BuildSummary({ isOfPart: true }));
  const say = options.summary === false ? () => {} : sayLater(() => files.summary.news().forEach(toStandardError));
  return { files, say };
}

function errorOf(message: Message): Error {
  const error = new Error(printedMessage(message));
  error.name = "Preempt";
  // It is no mistake of the loader's: whence it was thrown helps nobody.
  error.stack = "";
  return error;
}
