/** CPU profiles in files: those of Node's `--cpu-prof`, and traces of Chromium's performance panel, which hold profiles in pieces. */
import type { CpuProfile, ProfileNode } from "./cpu-profile.ts";

/** One event of a trace, as far as it is read here. */
export interface TraceEvent {
  readonly name?: string;
  readonly pid?: number;
  readonly id?: string;
  readonly args?: {
    readonly data?: {
      readonly startTime?: number;
      readonly cpuProfile?: { readonly nodes?: readonly ProfileNode[]; readonly samples?: readonly number[] };
      readonly timeDeltas?: readonly number[];
    };
  };
}

/** Undefined if the text is neither. */
export function readProfiles(text: string): CpuProfile[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (isCpuProfile(value)) return [value];
  const profiles = profilesOfTrace(traceEventsOf(value) ?? []);
  return profiles.length === 0 ? undefined : profiles;
}

/** The events of a trace, which may be an array or stand in an object; undefined if the value is no trace. */
export function traceEventsOf(value: unknown): readonly TraceEvent[] | undefined {
  const events = Array.isArray(value) ? value : (value as { traceEvents?: unknown } | null)?.traceEvents;
  return Array.isArray(events) ? (events as TraceEvent[]) : undefined;
}

export function isCpuProfile(value: unknown): value is CpuProfile {
  const { nodes, samples, timeDeltas } = (value ?? {}) as Partial<Record<keyof CpuProfile, unknown>>;
  return Array.isArray(nodes) && Array.isArray(samples) && Array.isArray(timeDeltas);
}

/** A profile and the process that it is of. */
export interface TraceProfile extends CpuProfile {
  readonly pid: number | undefined;
}

export function profilesOfTrace(events: readonly TraceEvent[]): TraceProfile[] {
  const started = new Map<string, number>();
  const profiles = new Map<string, { nodes: ProfileNode[]; samples: number[]; timeDeltas: number[]; pid?: number }>();
  for (const { name, pid, id, args } of events) {
    const key = `${pid} ${id}`;
    const { startTime } = args?.data ?? {};
    if (name === "Profile" && startTime !== undefined) started.set(key, startTime);
    if (name !== "ProfileChunk") continue;
    const profile = profiles.get(key) ?? { nodes: [], samples: [], timeDeltas: [], ...(pid !== undefined && { pid }) };
    profiles.set(key, profile);
    const { cpuProfile, timeDeltas = [] } = args?.data ?? {};
    for (const node of cpuProfile?.nodes ?? []) profile.nodes.push(withUrl(node));
    for (const sample of cpuProfile?.samples ?? []) profile.samples.push(sample);
    for (const delta of timeDeltas) profile.timeDeltas.push(delta);
  }
  return [...profiles].map(([key, { pid, ...profile }]) => {
    const startTime = started.get(key);
    return { pid, ...profile, ...(startTime !== undefined && { startTime }) };
  });
}

/** In a trace, what belongs to no script has no address. */
function withUrl(node: ProfileNode): ProfileNode {
  const {
    functionName,
    url = "",
    lineNumber = -1,
    columnNumber = -1,
  } = node.callFrame as Partial<ProfileNode["callFrame"]>;
  return { ...node, callFrame: { functionName: functionName ?? "", url, lineNumber, columnNumber } };
}
