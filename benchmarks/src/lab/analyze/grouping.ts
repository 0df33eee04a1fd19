/** By which number sets are told apart in pictures and tables of acceptance. */
import { LabError, show } from "../errors.ts";
import { type TaskSet, utilisationOf } from "../task-set.ts";
import { AcceptanceCounter, type Grouping, placeOf } from "./acceptance.ts";

/** A picture with more shows nothing. */
const mostColumns = 1000;

/**
 * That number of each set.
 *
 * @param by As in {@link Grouping}
 * @throws LabError if a set has none
 */
export function numbersBy(sets: readonly TaskSet[], by: string, source: string): number[] {
  if (by === "utilisation") return sets.map(utilisationOf);
  if (by === "tasks") return sets.map(({ tasks }) => tasks.length);
  return sets.map((set) => {
    const value: unknown = Object.hasOwn(set, by) ? (set as unknown as Record<string, unknown>)[by] : undefined;
    if (typeof value === "number" && Number.isFinite(value)) return value;
    const words = `${source}, set ${show(set.id)}: ${by} is ${value === undefined ? "missing" : show(value)}`;
    throw new LabError("by_no_number", `${words}. Give --by utilisation, tasks, or a number that each set has.`);
  });
}

/** @throws LabError if a picture of them would be too wide: before hours of analyses */
export function checkColumns(numbers: readonly number[], grouping: Grouping): void {
  const { by, width } = new AcceptanceCounter(grouping);
  const places = [...new Set(numbers.map((number) => placeOf(number, width)))].sort((a, b) => a - b);
  const [first = 0, last = 0] = [places[0], places.at(-1)];
  const count = width === undefined ? places.length : Math.round((last - first) / width) + 1;
  if (count <= mostColumns) return;
  const words = `${by} from ${first} to ${last} in ${width === undefined ? "" : `steps of ${width} `}makes ${count} columns`;
  throw new LabError("columns_too_many", `${words}. Give a larger --bin, for at most ${mostColumns}.`);
}
