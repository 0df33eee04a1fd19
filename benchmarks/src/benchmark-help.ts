/** The benchmarks by name: their words, and what they measure. Apart from what runs them, which takes long to load. */

const helps: Readonly<Record<string, string>> = {
  micro: `[--quick] [--only preemption,calls] [--json FILE] [--svg FILE]
                                         what a preemption costs at call depths 1 to 1000, the first one, a round of a
                                         loop at budgets 0 to 1000, calls, and a step in other ways to stay responsive`,
  transform: `[--quick] [--json]
                                         what the transform adds to compiling a project of 50,000 lines
                                         (--quick: 5,000), and to a file without annotations`,
  doubling: `[--quick] [--json]
                                         how the time of the transform grows with the length of a file: files of
                                         eight shapes, doubled four times (about 2 each time where it is linear)`,
  callbacks: `[--quick] [--json]
                                         what the preemptable counterparts of built-ins cost an element`,
  complexity: `[--quick] [--json]
                                         how the operations of the scheduler grow with the jobs that wait, from 1,000
                                         to 1,000,000 (--quick: 100,000): jobs, servers, locks, alarms, cancelling`,
  constructs: `[--quick] [--json]
                                         loops over keys, \`finally\`, sorting and functions that make functions:
                                         called by plain code and as jobs, against plain`,
  scheduler: `[--quick] [--only dispatch,switch] [--json FILE] [--svg FILE]
                                         what submitting, dispatching, switching and alarms cost among 100 to
                                         100,000 jobs or alarms that wait, by policy`,
  alarms: `[--quick] [--only chromium,firefox,webkit] [--json]
                                         how late alarms come in browsers while nothing runs, and plain timers
                                         that are set for the same instants`,
  "first-runs": `[--quick] [--json]
                                         what the libraries among these programs take before the engine has compiled
                                         anything: to load, the first run, the first 20; plain, by default, for size`,
  "start-up": `[--quick] [--json]
                                         what a server takes to start whose six libraries are transformed: plain, the
                                         first time, from the cache, and as preempt build writes it`,
  gallery: `[--quick] [--only chat,search] [--browser chromium,firefox] [--rounds 5] [--json FILE]
                                         libraries of the demo's gallery in browsers, while keys are pressed: plain,
                                         with yields by hand, in a worker, with Preempt; INP, long animation frames,
                                         frames lost, time to result`,
  hops: `[--quick] [--only chromium,firefox,webkit] [--json]
                                         what the ways back from the event loop cost in browsers, and what they
                                         leave for frames and timers`,
  latency: `[--quick] [--only fib,matmul] [--slice 4] [--json FILE] [--svg FILE]
                                         how long jobs keep the thread past their slice: the programs of
                                         ../src/workloads, beside a loop that looks at the clock all the time; slices are
                                         of 1 ms by default`,
  mixed: `[--quick] [--json]
                                         what calls of ordinary functions cost in preemptable code, by kind: methods
                                         of one class and of several, imported functions, closures, built-ins`,
  observer: `[--quick] [--json]
                                         what an observer costs a dispatch`,
  partitioned: `[--quick] [--json]
                                         what a job on another thread costs against a plain message, and what two
                                         cores bring`,
  peers: `[--quick] [--host node] [--only react,effect] [--programs quicksort] [--json FILE] [--svg FILE]
                                         other ways to keep a thread responsive: throughput, how long input waits,
                                         frames lost, lines changed, bytes; in Node, Chromium and Firefox
                                         (--quick: quicksort alone)`,
  rounds: `[--quick] [--only firefox] [--rates 60,90,120,144] [--json]
                                         rounds of fixed length and rounds that end with the frame, in browsers, at
                                         chosen frame rates: throughput, frames lost, lateness of timers`,
  share: `[--quick] [--only chromium,firefox,webkit] [--json]
                                         how much work is done in browsers beside 60 frames a second: plain code,
                                         cut by hand in three ways, and jobs`,
  packages: `[--work FOLDER] [--quick] [--only acorn,zod] [--mode long|recorded] [--json FILE]
                                         npm packages with a job each, which npm installs into FOLDER: every function
                                         preemptable, against the plain programs`,
  suites: `--from FOLDER [--quick] [--only awfy,richards] [--mode long|recorded] [--json FILE]
                                         public suites, of which FOLDER holds checkouts (are-we-fast-yet, Octane,
                                         JetStream): every function preemptable, against the plain programs`,
  workloads: `[--quick] [--only fib,matmul] [--variants default,paper] [--browser firefox,webkit]
                           [--json FILE] [--svg FILE]
                                         what preemptability costs the programs of ../src/workloads, against
                                         their plain code, in Node or in browsers (chromium, firefox, webkit);
                                         "--variants all" compares every option set`,
};

export const benchmarkNames: readonly string[] = Object.keys(helps);

export const benchmarkSummary: string = benchmarkNames.map(usageOf).join("\n");

/** Of one of {@link benchmarkNames}. */
export function benchmarkHelp(name: string): string {
  const takesFile = helps[name]?.includes("--json FILE");
  return `${usageOf(name)}

  --quick   fewer repetitions, less than a minute
  --json    the numbers as JSON, ${takesFile ? "in a file" : "here"}
  --help    this text

Examples:
  preempt-lab ${name} --quick
  preempt-lab ${name} ${takesFile ? `--json ${name}.json --svg ${name}.svg` : `--json > ${name}.json`}
`;
}

function usageOf(name: string): string {
  return `  preempt-lab ${name} ${helps[name]}`;
}
