/** What campaigns try to refute: models with their policies, and the bounds that each simulation is compared with. */
import { deadlineMonotonicOrder, type SuspensionMethod } from "@preempt/runtime/analysis";
import type { ChainBound, OffsetAnalysis, SuspensionAnalysis } from "../analyze/analysis.ts";
import { analyzeSet } from "../analyze/analyze-set.ts";
import { analyzeLoop } from "../analyze/loop.ts";
import { analyzeOffsets } from "../analyze/offsets.ts";
import { analyzeSuspension, suspensionMethods } from "../analyze/suspension.ts";
import { chainsOf } from "../chains.ts";
import { unorderedChain } from "../run/policy-bounds.ts";
import type { TaskSet } from "../task-set.ts";
import type { Wishes } from "./draw.ts";
import type { CampaignPolicy, Seen } from "./seen.ts";

/** A bound of one set, and what a simulation has of it. */
export interface Bound {
  /** Which bound it is, for tables: "unifying". */
  readonly name: string;
  readonly limit: number;
  /** Null: it was not seen. */
  readonly seen: (simulated: Seen) => number | null;
}

export interface Model {
  readonly name: ModelName;
  /** In words, for tables and figures. */
  readonly title: string;
  readonly policy: CampaignPolicy;
  readonly wishes: Wishes;
  /** @param onKernel It is executed by the kernel, which may notice releases late: see `unorderedChain` */
  readonly boundsOf: (set: TaskSet, onKernel?: boolean) => Bound[];
}

export const modelNames = [
  ...["event-loop", "await-loop", "suspension-fp", "suspension-edf"],
  ...["offsets-fp", "offsets-edf"],
  ...["event-chains-fp", "event-chains-edf", "event-chains-loop"],
  ...["time-chains-fp", "time-chains-edf", "time-chains-loop"],
  ...["event-threads-fp", "event-threads-edf", "time-threads-fp", "time-threads-edf"],
] as const;
export type ModelName =
  | ("event-loop" | "await-loop" | "suspension-fp" | "suspension-edf" | "offsets-fp" | "offsets-edf")
  | `${"event" | "time"}-chains-${"fp" | "edf" | "loop"}`
  | `${"event" | "time"}-threads-${"fp" | "edf"}`;

/** Those that can be executed for real, on one thread: the tests of offsets know neither slices nor late looks. */
export const executedModelNames: readonly string[] = modelNames.filter((name) => !/^offsets-|-threads-/.test(name));

/** Of one test: sets are small. */
const steps = 1_000_000;

/** Bounds of the responses of all tasks. */
function responses(name: string, R: readonly (number | null)[] | null | undefined): Bound[] {
  return (R ?? []).flatMap((limit, i) => {
    if (limit === null) return [];
    return [{ name, limit, seen: ({ maxResponse }: Seen) => maxResponse[i] ?? null }];
  });
}

/** With so few steps that some schedules are too long, and bounds are needed. */
const offsetSteps = 4000;

const offsetsOf = (set: TaskSet): OffsetAnalysis | undefined => {
  const orders = { dm: deadlineMonotonicOrder(set.tasks), rm: deadlineMonotonicOrder(set.tasks) };
  return analyzeOffsets(set, orders, { preemption: "full", maxSteps: offsetSteps }, false);
};

const bySuspension = (suspension: SuspensionAnalysis | undefined): Bound[] => {
  if (suspension === undefined || suspension.dm.sched === null) return [];
  const { by } = suspension.dm;
  return suspensionMethods.flatMap((method: SuspensionMethod) => responses(method, by[method]));
};

const chainBounds = (bound: ChainBound | undefined): Bound[] => {
  if (bound === undefined) return [];
  if ("R" in bound) return [limitOf("response", bound.R)].flat();
  const { reaction, age, ageUntilReplaced, davare } = bound;
  const all = [limitOf("reaction", reaction), limitOf("age", age), limitOf("age until replaced", ageUntilReplaced)];
  return [...all.flat(), ...limitOf("Davare", davare, "reaction")];
};

const fields = {
  response: "response",
  reaction: "reaction",
  age: "age",
  "age until replaced": "ageUntilReplaced",
} as const;

function limitOf(name: string, limit: number | null, of: keyof typeof fields = name as keyof typeof fields): Bound[] {
  if (limit === null) return [];
  const field = fields[of];
  const seen = ({ chains }: Seen) => (chains?.[0] as Record<string, number | null> | undefined)?.[field] ?? null;
  return [{ name, limit, seen }];
}

const policyWords = { fp: "fixed priorities", edf: "EDF", loop: "event loop" } as const;

function chainModel(trigger: "event" | "time", policy: "fp" | "edf" | "loop"): Model {
  return {
    name: `${trigger}-chains-${policy}`,
    title: `${trigger}-triggered chains, ${policyWords[policy]}`,
    policy,
    wishes: { chain: trigger, queues: policy === "loop" },
    boundsOf(set, onKernel = false) {
      const analysis = analyzeSet(set);
      const places = chainsOf(set)[0]?.tasks ?? [];
      if (onKernel && trigger === "time") {
        return chainBounds(unorderedChain(set, places, policy === "fp" ? analysis.dm.R : analysis.edf.R));
      }
      const ownResponses = policy === "fp" ? analysis.dm.R : policy === "edf" ? analysis.edf.R : analysis.loop?.R;
      const chain = analysis.chains?.[0]?.[policy === "fp" ? "dm" : policy];
      return [...chainBounds(chain), ...(trigger === "event" ? responses("tasks", ownResponses) : [])];
    },
  };
}

/** The same on several threads: more work fits on them, and messages release jobs. */
function threadsModel(trigger: "event" | "time", policy: "fp" | "edf"): Model {
  const { title, boundsOf } = chainModel(trigger, policy);
  return {
    name: `${trigger}-threads-${policy}`,
    title: `${title}, on threads`,
    policy,
    wishes: { chain: trigger, threads: true, load: [0.4, 1.4] },
    boundsOf: (set) => [
      ...boundsOf(set),
      // What is submitted by messages has bounds of its own.
      ...(trigger === "time" ? responses("tasks", analyzeSet(set)[policy === "fp" ? "dm" : "edf"].R) : []),
    ],
  };
}

const all: readonly Model[] = [
  {
    name: "event-loop",
    title: "event loop with queues, levels and timers",
    policy: "loop",
    wishes: { queues: true },
    boundsOf: (set) => responses("callbacks", analyzeLoop(set, steps)?.R),
  },
  {
    name: "await-loop",
    title: "event loop, callbacks that await",
    policy: "loop",
    wishes: { queues: true, suspension: "segmented", load: [0.1, 0.6] },
    boundsOf: (set) => responses("holistic", analyzeLoop(set, steps)?.R),
  },
  {
    name: "suspension-fp",
    title: "self-suspension, fixed priorities",
    policy: "fp",
    wishes: { suspension: "either" },
    boundsOf: (set) => bySuspension(analyzeSuspension(set, steps)),
  },
  {
    name: "suspension-edf",
    title: "self-suspension, EDF",
    policy: "edf",
    wishes: { suspension: "either", load: [0.2, 0.8] },
    boundsOf(set) {
      const suspension = analyzeSuspension(set, steps);
      if (suspension === undefined || suspension.edf.sched === null) return [];
      const { sched, R } = suspension.edf;
      const deadlines = set.tasks.map(({ D }) => D);
      return [...responses("windows", R), ...(sched ? responses("deadlines of accepted sets", deadlines) : [])];
    },
  },
  {
    name: "offsets-fp",
    title: "offsets, fixed priorities",
    policy: "fp",
    wishes: { offsets: true },
    boundsOf(set) {
      const dm = offsetsOf(set)?.dm;
      if (dm === undefined || dm.sched === null) return [];
      const methods = ["exact", "transactions", "synchronous"] as const;
      return methods.flatMap((name) =>
        responses(
          name,
          dm.R.map((R, i) => (dm.method[i] === name ? R : null)),
        ),
      );
    },
  },
  {
    name: "offsets-edf",
    title: "offsets, EDF",
    policy: "edf",
    wishes: { offsets: true },
    boundsOf(set) {
      const edf = offsetsOf(set)?.edf;
      if (edf === undefined || edf.sched === null) return [];
      const deadlines = set.tasks.map(({ D }) => D);
      const accepted = edf.sched && edf.by !== "schedule" ? responses(`${edf.by}, deadlines`, deadlines) : [];
      return [...responses(edf.by === "schedule" ? "exact" : "bound", edf.R), ...accepted];
    },
  },
  ...(["event", "time"] as const).flatMap((trigger) =>
    (["fp", "edf", "loop"] as const).map((policy) => chainModel(trigger, policy)),
  ),
  ...(["event", "time"] as const).flatMap((trigger) =>
    (["fp", "edf"] as const).map((policy) => threadsModel(trigger, policy)),
  ),
];

export function modelOf(name: ModelName): Model {
  return all.find((model) => model.name === name) as Model;
}
