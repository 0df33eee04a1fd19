/** The work twice: as it was written, and transformed. */
import * as transformed from "./work.ts";
import * as written from "./work.ts?plain";

export type Work = typeof transformed;

export const preemptable: Work = transformed;
export const plain: Work = written as Work;
