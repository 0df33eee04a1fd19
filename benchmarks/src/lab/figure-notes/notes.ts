/** The notes of the laboratory's figures, by name. A figure without a note does not compile. */
import type { FigureName } from "../report/figures.ts";
import type { FigureNote } from "./note.ts";

const paper =
  "Dietrich, Naumann, Thrift and Lohmann, RT.js: Practical Real-Time Scheduling for Web Applications, RTSS 2019";
const utilisation = "U = Σ C/T: execution time by period, summed over the tasks of the set";

/** Of the page that `preempt-lab report` writes. */
export const reportNotes: Readonly<Record<FigureName, FigureNote>> = {
  "figure-5-miss-ratio": {
    drawn: "How many jobs missed their deadlines, by the utilisation of their task sets. One mark is a bin of sets.",
    read: [
      "Across: the utilisation. Up: the miss ratio, on a logarithmic scale, with 0 at the bottom.",
      "A mark is the mean over the sets of a bin, a thin line up and down is one standard deviation.",
      "A good scheduler stays at 0 until the utilisation is near 1. Above 1 some jobs must miss.",
    ],
    formulas: ["miss ratio = jobs that ended after their deadlines, or not at all / all jobs", utilisation],
    sources: [`${paper}, Figure 5`],
  },
  "figure-6-overhead": {
    drawn: "What scheduling costs, as a share of the jobs' own execution time, by the utilisation of their task sets.",
    read: [
      "Across: the utilisation. Up: the overhead.",
      "A mark is the mean over the sets of a bin, a bar the middle half of them.",
      "At low utilisation a job often finds the thread idle and its caches cold, so that the share is larger.",
    ],
    formulas: ["overhead = (time of the scheduler with the jobs − time of the jobs) / time of the jobs", utilisation],
    sources: [`${paper}, Figure 6`],
  },
  "response-times": {
    drawn: "How long jobs took from their planned releases to their ends, as multiples of their deadlines.",
    read: [
      "Across: the response time over the relative deadline, on a logarithmic scale. Jobs right of the dashed line at 1 were late.",
      "Up: how dense the jobs are there. The area under each curve is 1.",
      "A curve far on the left is a variant with short response times.",
    ],
    formulas: [
      "response time / deadline = (end − planned release) / D",
      "density: Gaussian kernels over the logarithm to base 10, with the bandwidth of the normal reference rule",
    ],
    sources: [
      "Silverman, Density Estimation for Statistics and Data Analysis, 1986",
      "benchmarks/src/lab/report/statistics/density.ts",
    ],
  },
  schedulability: {
    drawn: "The share of task sets of which no job missed its deadline in any run, by utilisation.",
    read: [
      "Across: the utilisation. Up: the share of the sets of a bin that were kept.",
      "The further right a line falls, the more load the variant bears.",
      "This is measured. It is no proof: another run may show a miss.",
    ],
    formulas: ["share = sets without a miss / sets of the bin", utilisation],
    sources: [
      "Bastoni, Brandenburg and Anderson, Cache-related preemption and migration delays, OSPERT 2010: weighted schedulability",
    ],
  },
  "task-ranks": {
    drawn: "Which tasks miss when there is too much work, by the rank of their periods.",
    read: [
      "Across: the rank of a task's period in its set. Rank 1 is the shortest period.",
      "Up: the miss ratio of all jobs of that rank, on a logarithmic scale, with 0 at the bottom.",
      "Fixed priorities protect the short periods, and the long ones pay. Under EDF an overload spreads over all tasks.",
    ],
    formulas: ["miss ratio of a rank = missed jobs of the tasks of that rank / their jobs"],
    sources: ["Buttazzo, Rate monotonic vs. EDF: judgment day, Real-Time Systems 2005"],
  },
  predictions: {
    drawn: "How far the predicted worst response times are from the longest ones that were measured.",
    read: [
      "A point is a task. Across: its longest measured response. Up: its bound, as a multiple of that.",
      "At 1 the bound is exact. Below 1 the bound does not hold, or the machine did more than the model knows.",
    ],
    formulas: ["bound / measured = predicted worst response / longest measured response"],
    sources: [
      "Joseph and Pandya, Finding response times in a real-time system, The Computer Journal 1986",
      "Spuri, INRIA RR-2772, 1996 (EDF)",
    ],
  },
};

/** Of a schedule, simulated or measured. */
export const scheduleNote: FigureNote = {
  drawn: "Which job had the processor when. A row is a task.",
  read: [
    "A full bar is a job that runs, a thin bar one that is ready and waits, a dashed line one that is blocked or awaits something.",
    "An arrow up is a release, an arrow down an absolute deadline, a cross a missed one. After its deadline a job is drawn in another colour, with a stripe.",
    "A gap in a full bar is a preemption: look which row runs meanwhile.",
  ],
  formulas: ["response time = end − release", "absolute deadline = arrival + D"],
  sources: ["Buttazzo, Hard Real-Time Computing Systems, chapter 2: the notation"],
};

/** Of `analyze --svg`, over the utilisation. */
export const acceptanceNote: FigureNote = {
  drawn: "The share of task sets that each schedulability test accepts, by utilisation.",
  read: [
    "Across: the utilisation of the sets. Up: which share of them the test accepts.",
    "A line that falls further right accepts more. An exact test is the limit for its policy. The distance of a sufficient test from it is the test's pessimism.",
    "A thin line up and down is the 95 % interval. Tests that accept the same everywhere are one line.",
    "The number behind a name is the weighted schedulability over all sets.",
  ],
  formulas: [
    utilisation,
    "95 % interval by Wilson: (p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) / (1 + z²/n), with z = 1.96 and n sets",
    "weighted schedulability = Σ U S / Σ U, with S = 1 for an accepted set, else 0",
  ],
  sources: [
    "Liu and Layland, JACM 1973; Lehoczky, RTSS 1990 (fixed priorities); Baruah, Mok and Rosier, RTSS 1990 (EDF)",
    "Wilson, Probable inference, JASA 1927",
    "Bastoni, Brandenburg and Anderson, OSPERT 2010: weighted schedulability",
  ],
};

/** Of `analyze --svg --by`. */
export const weightedNote: FigureNote = {
  ...acceptanceNote,
  drawn: "Weighted schedulability of each test over another number than the utilisation.",
  read: [
    "Across: the number that the sets have in their file. Up: the share of sets that the test accepts, where heavy sets count more.",
    "One point joins sets of all utilisations, so that one line shows the effect of the number alone.",
  ],
  formulas: ["weighted schedulability = Σ U S / Σ U, with S = 1 for an accepted set, else 0", utilisation],
};

/** Of `soundness --svg`. */
export const soundnessNote: FigureNote = {
  drawn: "How near simulated response times come to each bound. The simulations seek the worst case.",
  read: [
    "A row is a bound. Across: the longest simulated time of a task or chain, as a part of its bound.",
    "Line: from the 5th percentile to the longest. Box: the middle half. Stroke: the median. Right: how many attained the bound.",
    "No value may be above 1: it would refute the bound. A row near 1 is a tight bound. A row far below is a pessimistic bound, or patterns that are not bad enough.",
  ],
  formulas: ["part = longest simulated time / bound"],
  sources: [
    "docs/lab-models.md has the source of each bound",
    "benchmarks/src/lab/soundness: how sets and patterns are drawn",
  ],
};

/** Of `validate`. */
export const validateNote: FigureNote = {
  drawn:
    "Above: the share of sets that an ideal processor's exact test, the simulated kernel, and the kernel's own test accept. Below: how near response times come to the test's bounds.",
  read: [
    "Above, the kernel's test must never be over the simulation: it would accept a set that misses. The distance between both is its pessimism. The distance from the ideal line is what the kernel costs.",
    "Below, a curve at x, y says: of y of the tasks, the longest response was at most x of the bound. At 1 every curve has to be at 100 %.",
  ],
  formulas: ["part = longest response / bound of the kernel's own test", utilisation],
  sources: [
    "packages/runtime/src/analysis/admission-model.ts: the model, with its reasons",
    "Spuri, INRIA RR-2772, 1996: response times under EDF",
    "Lehoczky, RTSS 1990: response times under fixed priorities",
  ],
};
