/** The report as one HTML page: figures, goals and tables of each browser. */
import { facts, figure, htmlPage, list, paragraph, section, table } from "../lab/report/page/html.ts";
import { disturbanceOf, type Measured } from "./measure.ts";

export interface Conditions {
  readonly machine: string;
  readonly when: string;
  readonly seconds: number;
  readonly repetitions: number;
}

const title = "Frame rates under load: FCFS and EDF";

export function macroPage(measured: readonly Measured[], conditions: Conditions): string {
  return htmlPage(title, [
    paragraph(
      "The experiment of RT.js: Practical Real-Time Scheduling for Web Applications (RTSS 2019), Figures 7 and 8: a box moves, a word is typed every half second, and the page computes. FCFS runs plain code, each job to its end; EDF runs preemptable code by deadline.",
    ),
    conditionsOf(conditions, measured),
    ...measured.map(browserSection),
    method(),
  ]);
}

function conditionsOf({ machine, when, seconds, repetitions }: Conditions, measured: readonly Measured[]): string {
  const rows = [
    ["Machine", machine],
    ["Browsers", measured.map(({ engine }) => engine).join(", ")],
    ["Parts", `${seconds} s each, ${repetitions} times`],
    ["When", when],
  ];
  return facts(rows);
}

function browserSection({ engine, report, others }: Measured, i: number): string {
  const { figures, tables, goals, remarks } = report;
  return section(`browser-${i + 1}`, engine, [
    figure(figures.rates, `${engine}: frames per second`, "Figure 8 of the paper. Hollow marks are what it reports."),
    list(goals.map(goalLine)),
    figure(
      figures.intervals,
      `${engine}: time from frame to frame`,
      "All frames of all repetitions. What stands right of the dashed line cost a frame of a 60 Hz display.",
    ),
    table(tables.frames),
    table(tables.work),
    table(tables.misses),
    list([...remarks, disturbanceOf(others) ?? []].flat()),
  ]);
}

export function goalLine({ name, passed, found }: Measured["report"]["goals"][number]): string {
  return `${passed === undefined ? "not measured" : passed ? "passed" : "falls short"}: ${name}: ${found}`;
}

function method(): string {
  return section("method", "How it was measured", [
    list([
      "Box: a task of 16.6 ms. Input: a word each 500 ms, with a deadline of 32 ms from when it was due. AES: a job for each word, 500 ms. SchedCAT: 15 periodic tasks with a utilisation of 0.7494, deadlines at the ends of the periods.",
      "The amount of work is fixed before the run, by the speed of plain code on the idle page: rounds of a busy loop, which looks at no clock, and records of AES. FCFS and EDF do the same amount; what the transform and the kernel cost, EDF pays.",
      "Tasks with periods longer than a part of the run are shrunk to it, period and execution time alike. Releases are spread, so that the work released up to any instant follows the utilisation.",
      "Every other repetition begins with EDF.",
      "Frames are animation frames. A frame that an engine dates back, after a long task, counts from the beat of the display before its callback ran.",
      "Input to screen: from the instant at which the input was due to the animation frame that draws it. What was not shown before the end counts as if it came there at the end.",
      "All results are checked: the busy loop's against a closed form, AES by decrypting, and against the plain build.",
    ]),
  ]);
}
