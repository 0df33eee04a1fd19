/** `preempt-lab generate`: synthetic task sets. */
import { setImmediate } from "node:timers/promises";
import { exitCodes, type LabCommand } from "../command.ts";
import { LabError, show } from "../errors.ts";
import { placementNames, type TaskSet, writeTaskSets } from "../task-set.ts";
import { textOf } from "../words.ts";
import { writeTo } from "../write-file.ts";
import { ExcessCounter } from "./excess.ts";
import { eachTaskSet } from "./generate.ts";
import { optionsFrom } from "./words-to-options.ts";

const names = [
  ...["utilisation", "tasks", "sets", "first", "seed", "like", "generator", "bounds", "periods", "granularity"],
  ...["rounding", "wcet-granularity", "wcet-rounding", "deadlines", "offsets", "jitter", "blocking", "regions"],
  ...[
    "chunks",
    "resources",
    "access",
    "sections",
    "suspension",
    "segments",
    "chains",
    "chain-length",
    "trigger",
    "threads",
    "placement",
    "messages",
    "queues",
    "choice",
    "frame",
    "out",
  ],
];

export const generate: LabCommand = {
  name: "generate",
  help: `preempt-lab generate [options]

  Random task sets as a task-set file on standard output. The same options give the same bytes on every machine.
  A set depends on the seed, its utilisation, its index and the options that say what it is like: for each utilisation,
  --sets 1000 begins with the sets of --sets 10. Times are microseconds, or have a unit: 250us, 15ms, 5s.

Which sets:
  --utilisation U     a number, numbers as in 0.5,0.7,0.9, or FROM:TO:STEP
  --tasks N           tasks of a set, or LEAST:MOST, drawn for each set (10)
  --sets N            for each utilisation (1); ids are u0.50-0, u0.50-1, …
  --first I           index of the first set, for shards (0)
  --seed S            0 to 2^53 - 1 (1)
  --like paper        sets like those of the RT.js paper: --tasks 15 --utilisation 0.05:1:0.05 --sets 50
                      --periods log-uniform:15ms:5s --granularity 5ms --wcet-granularity 1ms --wcet-rounding zero;
                      other options win over these

Utilisations (--generator G):
  uunifast            all vectors with the sum U equally likely; U up to 1 (default)
  uunifast-discard    the same with no task above 1, by discarding
  randfixedsum        the same with no task above 1, without discarding; U up to N
  bounded             the same between bounds: --bounds LEAST:MOST for all tasks, or a pair for each: 0:0.3,0.1:0.9
  exponential:MEAN, uniform:LEAST:MOST, log-uniform:LEAST:MOST
                      drawn one by one: --tasks of them, or until they reach --utilisation (the last is cut)

Periods, execution times, deadlines:
  --periods P         log-uniform:LEAST:MOST (log-uniform:10ms:1s), uniform:LEAST:MOST, harmonic:LEAST:MOST,
                      automotive, or list:5ms,10ms,20ms
  --granularity G     periods from LEAST to MOST are multiples of this (1ms)
  --rounding R        of log-uniform and uniform periods to multiples: floor, where MOST is as likely as its
                      neighbours (default), or nearest, where both ends are half as likely
  --wcet-granularity G
                      C is a multiple of this (1us)
  --wcet-rounding R   of u T: nearest, and at least one multiple (default); zero: nearest, 0 included; down: so that
                      the set's utilisation is never above U
  --deadlines D       implicit (default); constrained, uniform from C to T; constrained:F, from C + F (T - C) to T;
                      arbitrary:K, from C to K T; factor:F, F T or C

Parts of tasks. A SHARE is a number, or LEAST:MOST, drawn for each task:
  --offsets uniform   O, uniform from 0 to T - 1 (zero); dissimilar: releases of pairs of tasks far apart (Goossens 2003)
  --jitter SHARE      J, of T
  --blocking SHARE    B, of the longest C among tasks with longer deadlines
  --regions SHARE     q, of C
  --chunks N          parts between preemption points, or LEAST:MOST
  --resources N       critical sections on N resources, with
  --access P          the probability that a task uses a resource (0.5), and
  --sections SHARE    the length of its longest section there, of C (0 to 0.1 C for all resources together)

Jobs that suspend themselves (await):
  --suspension SHARE  S, of T - C
  --segments N        executions between the suspensions, or LEAST:MOST: the segmented model. Default: the dynamic one

Chains of tasks:
  --chains N          so many in a set, each task in one at most, with
  --chain-length N    tasks, or LEAST:MOST (2:4), and
  --trigger T         time (default): each task by its own period; event: the end of a job releases the next one, and the
                      tasks get the period of the chain's first one

Several threads with a kernel each:
  --threads N         so many, or names: main,worker, where nothing is placed on the main thread; with
  --placement P       ${placementNames.join(", ")}, by the exact test of deadline-monotonic priorities (worst-fit), and
  --messages DELAY    how long a message takes between the main thread and another one, or LEAST:MOST

The event loop without preemption:
  --queues A,B,C      names of task queues; each task is in one, drawn for it. Callbacks in "timer" are timers
  --choice C          between queues of one level: oldest, or any, as the HTML standard allows
  --frame TIME        one more task, which renders every 16.667 ms for TIME, in the queue "render"

  --out FILE          write to a file
  --json              as without it: task-set files are JSON

Examples:
  preempt-lab generate --utilisation 0.5
  preempt-lab generate --utilisation 0.05:1:0.05 --sets 100 --tasks 5:20 --deadlines constrained --out sets.json
  preempt-lab generate --like paper --seed 7 | preempt-lab analyze
  preempt-lab generate --utilisation 0.8 --tasks 4 --bounds 0.1:0.4 --periods automotive
  preempt-lab generate --generator exponential:0.1 --utilisation 0.9 --resources 3 --periods harmonic:5ms:200ms`,
  options: {
    ...Object.fromEntries(names.map((name) => [name, { type: "string" as const }])),
    json: { type: "boolean" },
  },
  async run(words, files, terminal) {
    if (files.length > 0) {
      throw new LabError(
        "generate_reads_nothing",
        `${show(files[0])} is no option, and generate reads no files. Leave it out; options start with "--".`,
      );
    }
    const options = optionsFrom(words);
    const excess = new ExcessCounter(options);
    const sets: TaskSet[] = [];
    for (const drawn of eachTaskSet(options)) {
      excess.add(drawn);
      // Now and then whoever wants to stop it is heard.
      if (sets.push(drawn.set) % 1000 === 0) await setImmediate();
      terminal.signal.throwIfAborted();
    }
    for (const remark of excess.remarks()) terminal.err(`${remark}\n`);
    const text = writeTaskSets(sets);
    const file = textOf(words, "out");
    if (file === undefined) await terminal.out(text);
    else writeTo(file, text);
    return exitCodes.done;
  },
};
