/** A validator that Ajv made before the program runs, as code: what it makes at run time cannot be transformed. */
import { createRequire } from "node:module";
import { join } from "node:path";
import type { PluginOption } from "vite";

const schema = {
  type: "array",
  items: {
    type: "object",
    required: ["id", "name"],
    properties: {
      id: { type: "integer" },
      name: { type: "string", minLength: 2, maxLength: 40 },
      tags: { type: "array", maxItems: 5, items: { enum: ["a", "b", "c"] } },
      place: { type: "object", properties: { x: { type: "number" }, y: { type: "number" } } },
    },
  },
};

/** Its files. */
export const generated = /\/validator\.mjs$/;

export function standaloneAjv(folder: string): PluginOption {
  const file = join(folder, "validator.mjs");
  return {
    name: "standalone-ajv",
    resolveId: (id) => (id === "virtual:ajv" ? file : null),
    load(id) {
      if (id !== file) return null;
      const require = createRequire(join(folder, "index.js"));
      const { default: Ajv } = require("ajv");
      const { default: standaloneCode } = require("ajv/dist/standalone");
      const ajv = new Ajv({ allErrors: true, code: { source: true, esm: true } });
      return standaloneCode(ajv, ajv.compile(schema));
    },
  };
}
