/** Loads modules again, as new ones: those that were loaded before may be in any state. What was made of a file is kept. */
import * as nodeModule from "node:module";

const { cache } = nodeModule.createRequire(import.meta.url);

export class FreshModules {
  #generation = 0;
  readonly #loaded = new Map<string, nodeModule.LoadFnOutput>();
  readonly #stays: (url: string) => boolean;
  readonly #hooks: { deregister(): void };

  /** @param stays Whether a module is loaded once */
  constructor(stays: (url: string) => boolean) {
    this.#stays = stays;
    // `register` has refused a Node that has none.
    this.#hooks = nodeModule.registerHooks({
      resolve: (specifier, context, next) => {
        const found = next(specifier, context);
        // What is required is known by its file's name.
        const isRequired = context.conditions.includes("require");
        if (isRequired || !found.url.startsWith("file:") || this.#stays(found.url)) return found;
        return { ...found, url: `${found.url.replace(/[?#].*$/s, "")}?fresh=${this.#generation}` };
      },
      load: (url, context, next) => {
        const file = url.replace(/[?#].*$/s, "");
        if (!file.startsWith("file:") || this.#stays(file)) return next(url, context);
        let loaded = this.#loaded.get(file);
        if (loaded === undefined) {
          loaded = next(url, context);
          this.#loaded.set(file, { ...loaded, shortCircuit: true });
        }
        return loaded;
      },
    });
  }

  /** From now on modules are new ones. */
  start(): void {
    this.#generation++;
    for (const file of Object.keys(cache)) if (!this.#stays(file)) delete cache[file];
  }

  end(): void {
    this.#hooks.deregister();
  }
}
