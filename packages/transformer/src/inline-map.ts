/** Code with its source map in a comment, for those who take a text. */
import type { Transformed } from "./transform.ts";

export function withMap({ code, map }: Pick<Transformed, "code" | "map">): string {
  const text = Buffer.from(JSON.stringify(map)).toString("base64");
  return `${code}//# sourceMappingURL=data:application/json;base64,${text}\n`;
}
