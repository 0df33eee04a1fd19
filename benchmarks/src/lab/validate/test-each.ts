/** What a thread of the pool does: see scale/pool.ts. */
import { type Prediction, predict } from "../run/predict.ts";
import type { TestItem } from "./experiment.ts";

export function testEach({ cell, system, horizon }: TestItem): Prediction {
  return predict(cell, system, horizon);
}
