/** The bulky requests: what reports, exports and pages do, by libraries as people use them. Each gives a text or bytes. */

export const bulkNames = ["markdown", "csv", "graphql", "react", "validation", "pdf"] as const;
export type BulkName = (typeof bulkNames)[number];

/** @param body Of the request, as text or parsed; validation alone has one */
export type Bulk = (body: unknown) => string | Uint8Array | Promise<string | Uint8Array>;

/** A process loads the library that it measures, and no other. */
export async function loadBulk(name: BulkName): Promise<Bulk> {
  const { run } = (await import(`./bulk/${name}.ts`)) as { run: Bulk };
  return run;
}

/** Packages that have to be transformed, so that they can be preempted. */
export const packagesOf: Readonly<Record<BulkName, readonly string[]>> = {
  markdown: ["markdown-it", "linkify-it", "mdurl", "uc.micro", "entities"],
  csv: ["papaparse"],
  graphql: ["graphql"],
  react: ["react", "react-dom"],
  validation: ["ajv"],
  pdf: ["pdfkit", "fontkit", "linebreak"],
};
