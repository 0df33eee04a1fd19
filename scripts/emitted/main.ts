/**
 * Renews what the transform makes of the inputs in packages/transformer/test/fixtures/emitted, and prints what changed:
 *
 *   npm run fixtures                          all of it, the hashes of libraries and workloads included
 *   npm run fixtures -- statements/for-of     the folders whose names begin so
 *   npm run fixtures -- hashes                the hashes alone
 *   npm run fixtures -- --show acorn          what is new in an output since the last commit: a folder, a library or a workload
 *   npm run fixtures -- --show acorn --against main~3      the same since another commit
 *
 * The exit code is 1 if a transformed program does something else than the plain one.
 */
import { registerHooks } from "node:module";
import { parseArgs } from "node:util";

// The runtime's sources, so that nothing has to be built first.
registerHooks({
  resolve(specifier, context, next) {
    const [, entry = "index"] = /^@preempt\/runtime(?:\/(\w+))?$/.exec(specifier) ?? [];
    if (!specifier.startsWith("@preempt/runtime")) return next(specifier, context);
    return next(new URL(`../../packages/runtime/src/${entry}.ts`, import.meta.url).href, context);
  },
});

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { show: { type: "string" }, against: { type: "string", default: "HEAD" } },
});
if (values.show === undefined) {
  const { renew } = await import("./renew.ts");
  process.exitCode = await renew(positionals);
} else {
  const { show } = await import("./show.ts");
  process.exitCode = await show(values.show, values.against);
}
