/** The entry point of the generators. */
export { type Bounds, convolutionalFixedSum } from "./convolutional-fixed-sum.ts";
export { type Deadlines, drawDeadline } from "./deadlines.ts";
export { type Execution, type ExecutionRounding, executionTime } from "./execution.ts";
export { eachTaskSet, generateTaskSets } from "./generate.ts";
export { type Independent, independentUpTo, independentUtilisation } from "./independent.ts";
export { defaults, type GenerateOptions, likePaper, type PointOptions } from "./options.ts";
export { automotiveShares, drawPeriods, type Granularity, type PeriodRounding, type Periods } from "./periods.ts";
export { randFixedSum } from "./rand-fixed-sum.ts";
export { type Count, Random, type Share, shareOf } from "./random.ts";
export { drawBlocking, drawChunks, drawSections, type Resources } from "./sections.ts";
export { type FixedSum, type Utilisations, utilisationsOf } from "./utilisations.ts";
export { uunifast, uunifastDiscard } from "./uunifast.ts";
