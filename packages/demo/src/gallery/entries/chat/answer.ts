/** A long answer of an assistant: prose, tables and lists from the handbook, and real code of this demo. */
import handbook from "../../../../samples/handbook.md?raw";
import macro from "../../../macro/macro.css?raw";
import search from "../../../scenarios/chess/search.ts?raw";
import triangles from "../../../scenarios/image/triangles.ts?raw";
import finder from "../../../scenarios/search/finder.ts?raw";

const code = [
  ["typescript", finder],
  ["css", macro],
  ["typescript", search],
  ["typescript", triangles],
] as const;

export const answer: string = code
  .flatMap(([language, text], i) => [`## Part ${i + 1}\n`, handbook, `\n\`\`\`${language}\n${text}\n\`\`\`\n`])
  .join("\n");
