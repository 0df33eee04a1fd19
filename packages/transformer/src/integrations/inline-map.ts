/** Code with its source map in a comment, for those who take a text. */
import type { Transformed } from "../pipeline/transform.ts";

export function withMap({ code, map }: Pick<Transformed, "code" | "map">): string {
  return code + mapComment(JSON.stringify(map));
}

/** @param map As JSON */
export function mapComment(map: string): string {
  return `//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString("base64")}\n`;
}
