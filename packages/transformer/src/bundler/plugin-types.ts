/**
 * The plugins as bundlers' types take them. The types of unplugin would do, but they mention every bundler that there is: a project that
 * checks the declarations of its packages (`skipLibCheck: false`) would need all of them.
 */
import type { PluginOptions } from "../project/plugin-options.ts";

/** A plugin of Vite, Rollup or Rolldown. */
export interface NamedPlugin {
  /** Its name. */
  name: string;
}

/** A plugin of webpack or Rspack. */
export interface AppliedPlugin {
  /** Called by the bundler with its compiler. */
  apply(compiler: unknown): void;
  /** What the types of bundlers allow in addition. */
  [name: string]: unknown;
}

/** A plugin of esbuild. */
export interface SetUpPlugin {
  /** Its name. */
  name: string;
  /** Called by esbuild with its build. */
  setup(build: unknown): void | Promise<void>;
}

/** Makes a plugin. All options have defaults. */
export type PluginMaker<P> = (options?: PluginOptions) => P;
