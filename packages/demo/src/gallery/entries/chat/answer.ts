/** A long conversation with an assistant: prose, tables and lists from the handbook, and real code of this demo. */
import handbook from "../../../../samples/handbook.md?raw";
import macro from "../../../macro/macro.css?raw";
import board from "../../../scenarios/chess/board.ts?raw";
import chess from "../../../scenarios/chess/search.ts?raw";
import studio from "../../../scenarios/image/studio.ts?raw";
import triangles from "../../../scenarios/image/triangles.ts?raw";
import inversion from "../../../scenarios/inversion/scenario.ts?raw";
import align from "../../../scenarios/search/align.ts?raw";
import finder from "../../../scenarios/search/finder.ts?raw";
import search from "../../../scenarios/search/work.ts?raw";
import server from "../../../scenarios/server/scenario.ts?raw";
import aes from "../../../work/aes.ts?raw";

const code = [
  ["typescript", finder],
  ["css", macro],
  ["typescript", chess],
  ["typescript", aes],
  ["typescript", align],
  ["typescript", search],
  ["typescript", server],
  ["typescript", board],
  ["typescript", inversion],
  ["typescript", studio],
  ["typescript", triangles],
] as const;

export const conversation: string = code
  .flatMap(([language, text], i) => [`## Part ${i + 1}\n`, handbook, `\n\`\`\`${language}\n${text}\n\`\`\`\n`])
  .join("\n");
