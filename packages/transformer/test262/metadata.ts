/** What a test262 file says about itself in its front matter. */
import { parse } from "yaml";

export interface Metadata {
  readonly description: string;
  readonly flags: ReadonlySet<string>;
  readonly includes: readonly string[];
  readonly features: readonly string[];
  /** The error that the test has to end with. */
  readonly negative: { readonly phase: "parse" | "resolution" | "runtime"; readonly type: string } | undefined;
}

export function metadataOf(source: string): Metadata {
  const text = /\/\*---\r?\n?([\s\S]*?)---\*\//.exec(source)?.[1];
  const yaml = (text === undefined ? {} : parse(text.replace(/\r\n?/g, "\n"))) as Record<string, unknown>;
  const list = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
  return {
    description: String(yaml.description ?? "").trim(),
    flags: new Set(list(yaml.flags)),
    includes: list(yaml.includes),
    features: list(yaml.features),
    negative: yaml.negative as Metadata["negative"],
  };
}
