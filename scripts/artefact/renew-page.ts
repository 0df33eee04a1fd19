/** Writes the tables of docs/artefact.md anew, from the registry: `node scripts/artefact/renew-page.ts`. A test compares them. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { experiments } from "../../benchmarks/src/lab/artefact/registry.ts";
import { claimsMarkdown, needsMarkdown } from "../../benchmarks/src/lab/artefact/table.ts";

/** The page with the tables between their marks. */
export function renewed(page: string): string {
  const tables = { claims: claimsMarkdown(experiments), needs: needsMarkdown(experiments) };
  return Object.entries(tables).reduce(
    (text, [name, table]) =>
      text.replace(
        new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- end -->)`),
        (_, from, to) => `${from}\n${table}\n\n${to}`,
      ),
    page,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = fileURLToPath(new URL("../../docs/artefact.md", import.meta.url));
  writeFileSync(file, renewed(readFileSync(file, "utf8")));
}
