/** Modules of a session: the jobs are loaded from here, the packages from the work folder, both of them transformed whole or not at all. */
import { existsSync, readdirSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Packages do not depend on the runtime, and where Node looks for what they require nobody can change. */
const abi = "@preempt/runtime/abi";
const abiFile = import.meta.resolve(abi);

/** What the file with the jobs imports is what is installed in `folder`. */
export function importFrom(folder: string, jobs: string): void {
  const jobsURL = pathToFileURL(jobs).href;
  const parentURL = pathToFileURL(join(folder, "index.js")).href;
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === abi) return { url: abiFile, shortCircuit: true };
      const isPackage = context.parentURL === jobsURL && /^[@\w]/.test(specifier) && !specifier.includes(":");
      return next(specifier, isPackage ? { ...context, parentURL } : context);
    },
  });
}

/**
 * From now on every function of the jobs, and of all packages in `folder`, is preemptable.
 *
 * @param isReentrant Whether jobs may interleave in all of them, whatever the transform finds
 */
export async function transformAll(folder: string, jobs: string, isReentrant: boolean): Promise<void> {
  const { register } = await import("@preempt/transformer/node");
  register({
    root,
    packages: packagesIn(folder),
    include: [jobs],
    onDiagnostic: () => {},
    ...(isReentrant ? { reentrant: [/./] } : {}),
  });
}

function packagesIn(folder: string): string[] {
  const modules = join(folder, "node_modules");
  const names = existsSync(modules) ? readdirSync(modules).filter((name) => !name.startsWith(".")) : [];
  return names.flatMap((name) =>
    name.startsWith("@") ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name],
  );
}
