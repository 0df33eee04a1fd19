/** The tables of results, and what each column means: one list for the CSV, the Parquet file, and the data dictionary. */
import { type ChainTime, timeOfChain } from "../report/model-times.ts";
import type { CellResult, ChainResult, JobRow, TaskResult } from "../run/result.ts";
import { suspensionTime } from "../suspension.ts";

export type Kind = "text" | "integer" | "number" | "boolean";

export interface Column<Row> {
  readonly name: string;
  readonly kind: Kind;
  /** "µs", or empty. */
  readonly unit: string;
  readonly meaning: string;
  /** Undefined: not known, an empty field. */
  readonly of: (row: Row) => string | number | boolean | undefined;
}

export interface TaskRow {
  readonly cell: CellResult;
  readonly index: number;
  readonly task: TaskResult;
}

export interface ResponseRow extends TaskRow {
  readonly k: number;
  readonly response: number;
}

export interface ChainRow {
  readonly cell: CellResult;
  readonly index: number;
  readonly chain: ChainResult;
}

export interface JobTableRow {
  readonly cell: CellResult;
  readonly job: JobRow;
}

type Of<Row> = Column<Row>["of"];
const column = <Row>(name: string, kind: Kind, unit: string, meaning: string, of: Of<Row>): Column<Row> => ({
  name,
  kind,
  unit,
  meaning,
  of,
});

const key = <Row>(cell: (row: Row) => CellResult): Column<Row>[] => [
  column("set", "text", "", "id of the task set", (row) => cell(row).set),
  column("variant", "text", "", "what ran it: fcfs, loop, fp, edf, fp-paper or edf-paper", (row) => cell(row).variant),
  column(
    "repetition",
    "integer",
    "",
    "number of the run of this set and variant, from 0",
    (row) => cell(row).repetition,
  ),
];

export const cellColumns: readonly Column<CellResult>[] = [
  ...key<CellResult>((cell) => cell),
  column("utilisation", "number", "", "sum of C/T of the set", (c) => c.utilisation),
  column("horizon", "number", "µs", "jobs released before this time were run to their ends", (c) => c.horizon),
  column("jobs", "integer", "", "how many jobs there were", (c) => c.jobs),
  column("misses", "integer", "", "how many of them ended after their deadlines, or not at all", (c) => c.misses),
  column("total_time", "number", "µs", "from the first release to the end of the last job", (c) => c.totalTime),
  column("task_time", "number", "µs", "execution of the jobs", (c) => c.taskTime),
  column(
    "scheduler_time",
    "number",
    "µs",
    "what the kernel had the thread for, task_time included",
    (c) => c.schedulerTime,
  ),
  column("overhead", "number", "", "(scheduler_time - task_time) / task_time", (c) => c.overhead),
  column(
    "planned_time",
    "number",
    "µs",
    "execution that was asked for: the sum of C over the jobs",
    (c) => c.plannedTime,
  ),
  column(
    "disturbed",
    "boolean",
    "",
    "whether other programs took the processor; such runs say nothing of the kernel",
    (c) => c.disturbed,
  ),
  column("stolen", "number", "µs", "time in which the thread was to run and did not", (c) => c.disturbance.stolen),
  column(
    "turn_mean",
    "number",
    "µs",
    "without a kernel, from a callback to the next that waited: mean",
    (c) => c.turns?.mean,
  ),
  column(
    "turn_max",
    "number",
    "µs",
    "without a kernel, from a callback to the next that waited: longest",
    (c) => c.turns?.max,
  ),
  column("machine", "text", "", "processor and engine", (c) => c.machine),
  column("ended", "text", "", "when the run ended, ISO 8601", (c) => c.ended),
  column("seconds", "number", "s", "how long the process took, with warm-up and calibration", (c) => c.seconds),
];

const ofTask = <Row extends TaskRow>(): Column<Row>[] => [
  ...key<Row>(({ cell }) => cell),
  column("task", "integer", "", "index of the task in the set", ({ index }) => index),
];

export const taskColumns: readonly Column<TaskRow>[] = [
  ...ofTask<TaskRow>(),
  column("C", "integer", "µs", "execution time that was asked for", ({ task }) => task.C),
  column("T", "integer", "µs", "period, or shortest time between arrivals", ({ task }) => task.T),
  column("D", "integer", "µs", "relative deadline", ({ task }) => task.D),
  column("O", "integer", "µs", "offset of the first job", ({ task }) => task.O),
  column("J", "integer", "µs", "release jitter", ({ task }) => task.J),
  column("q", "integer", "µs", "longest non-preemptive region", ({ task }) => task.q),
  column("jobs", "integer", "", "how many jobs of the task there were", ({ task }) => task.jobs),
  column("misses", "integer", "", "how many of them were late", ({ task }) => task.misses),
  column("execution_mean", "number", "µs", "execution times: mean", ({ task }) => task.execution.mean),
  column("execution_max", "number", "µs", "execution times: longest", ({ task }) => task.execution.max),
  column(
    "latency_mean",
    "number",
    "µs",
    "how late the system noticed releases: mean",
    ({ task }) => task.releaseLatency.mean,
  ),
  column(
    "latency_max",
    "number",
    "µs",
    "how late the system noticed releases: latest",
    ({ task }) => task.releaseLatency.max,
  ),
  column("S", "integer", "µs", "for how long a job may suspend itself", ({ task }) => suspensionOf(task)),
  column(
    "suspension_mean",
    "number",
    "µs",
    "for how long a job suspended itself: mean",
    ({ task }) => task.suspension?.mean,
  ),
  column(
    "suspension_max",
    "number",
    "µs",
    "for how long a job suspended itself: longest",
    ({ task }) => task.suspension?.max,
  ),
  column("queue", "text", "", "task queue, of the variant loop", ({ task }) => task.queue),
];

/** Empty where none suspends itself. */
const suspensionOf = (task: TaskResult) => suspensionTime(task) || undefined;

const chainColumn = (name: string, time: ChainTime, meaning: string): Column<ChainRow> =>
  column(name, "integer", "µs", meaning, ({ chain }) => timeOfChain(chain, time));

export const chainColumns: readonly Column<ChainRow>[] = [
  ...key<ChainRow>(({ cell }) => cell),
  column("chain", "integer", "", "index of the chain in the set", ({ index }) => index),
  column("name", "text", "", "its name", ({ chain }) => chain.name),
  column("trigger", "text", "", "event or time", ({ chain }) => chain.trigger),
  column("tasks", "text", "", "indices of its tasks, the first one first", ({ chain }) => chain.tasks.join(" ")),
  column("D", "integer", "µs", "end-to-end deadline", ({ chain }) => chain.D),
  chainColumn("response", "response", "event-triggered: longest response, from the first arrival to the last end"),
  chainColumn("reaction", "reaction", "time-triggered: longest reaction time"),
  chainColumn("age", "age", "time-triggered: longest data age at the end of the last job"),
  chainColumn("age_until_replaced", "ageUntilReplaced", "time-triggered: longest data age until the next output"),
];

export const responseColumns: readonly Column<ResponseRow>[] = [
  ...ofTask<ResponseRow>(),
  column("job", "integer", "", "number of the job of the task, from 0, in the order of release", ({ k }) => k),
  column("response", "number", "µs", "from the planned release to the end", ({ response }) => response),
];

const jobField =
  (place: number): Of<JobTableRow> =>
  ({ job }) =>
    job[place];

export const jobColumns: readonly Column<JobTableRow>[] = [
  ...key<JobTableRow>(({ cell }) => cell),
  column("task", "integer", "", "index of the task in the set", jobField(0)),
  column("job", "integer", "", "number of the job of the task, from 0", jobField(1)),
  column("planned", "number", "µs", "planned release", jobField(2)),
  column("release", "number", "µs", "when the system noticed it", jobField(3)),
  column("start", "number", "µs", "first instruction", jobField(4)),
  column("finish", "number", "µs", "last instruction", jobField(5)),
  column("execution", "number", "µs", "how long it had the processor", jobField(6)),
  column("preemptions", "integer", "", "how often it was preempted", jobField(7)),
  column("suspended", "number", "µs", "for how long it suspended itself", jobField(8)),
];
