/** A program in one module with everything that it imports, as an application's build makes it. The runtime stays an import. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type PluginOption } from "vite";
import { bundledText } from "./bundled-text.ts";

export interface BundleOptions {
  /** The program's file. What it imports is looked for in `root`. */
  readonly entry: string;
  /** The folder of the packages. */
  readonly root: string;
  readonly plugins?: readonly PluginOption[];
}

/** @returns the module's text, which imports the runtime that is used here by its file */
export async function bundleWhole({ entry, root, plugins = [] }: BundleOptions): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: "error",
    root,
    plugins: [inside(root, entry), ...plugins],
    define: { "process.env.NODE_ENV": '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      write: false,
      target: "esnext",
      minify: false,
      rolldownOptions: { external: [/^node:/, /^@preempt\/runtime/] },
    },
  });
  // Packages that have both forms are taken in their CommonJS form, which knows its file.
  const own = `const __filename = "/program.js", __dirname = "/";\n`;
  return own + withRuntime(bundledText(result));
}

/** The program's imports are those of the work folder. */
function inside(folder: string, entry: string): PluginOption {
  return {
    name: "inside",
    enforce: "pre",
    resolveId(id, importer) {
      if (importer !== entry || id.startsWith("@preempt/")) return null;
      return this.resolve(id, join(folder, "index.js"), { skipSelf: true });
    },
  };
}

/** The work folder does not know the runtime. A path can be imported and required. */
export function withRuntime(code: string): string {
  const path = (name: string) => JSON.stringify(fileURLToPath(import.meta.resolve(name)));
  return code.replaceAll(/"(@preempt\/runtime\/\w+)"/g, (_, name: string) => path(name));
}

/** The names of all packages that are installed in a folder. */
export function packagesIn(folder: string): string[] {
  const modules = join(folder, "node_modules");
  const names = readdirSync(modules).filter((name) => !name.startsWith("."));
  return names.flatMap((name) => {
    return name.startsWith("@") ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name];
  });
}
