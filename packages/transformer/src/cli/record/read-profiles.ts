/** CPU profiles in files: those of Node's `--cpu-prof`, and traces of Chromium's performance panel, which hold profiles in pieces. */
import type { CpuProfile, ProfileNode } from "./cpu-profile.ts";

interface TraceEvent {
  readonly name?: string;
  readonly pid?: number;
  readonly id?: string;
  readonly args?: {
    readonly data?: {
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
  const events = Array.isArray(value) ? value : (value as { traceEvents?: unknown } | null)?.traceEvents;
  if (!Array.isArray(events)) return undefined;
  const profiles = ofTrace(events as TraceEvent[]);
  return profiles.length === 0 ? undefined : profiles;
}

function isCpuProfile(value: unknown): value is CpuProfile {
  const { nodes, samples, timeDeltas } = (value ?? {}) as Partial<Record<keyof CpuProfile, unknown>>;
  return Array.isArray(nodes) && Array.isArray(samples) && Array.isArray(timeDeltas);
}

function ofTrace(events: readonly TraceEvent[]): CpuProfile[] {
  const profiles = new Map<string, { nodes: ProfileNode[]; samples: number[]; timeDeltas: number[] }>();
  for (const { name, pid, id, args } of events) {
    if (name !== "ProfileChunk") continue;
    const key = `${pid} ${id}`;
    const profile = profiles.get(key) ?? { nodes: [], samples: [], timeDeltas: [] };
    profiles.set(key, profile);
    const { cpuProfile, timeDeltas = [] } = args?.data ?? {};
    for (const node of cpuProfile?.nodes ?? []) profile.nodes.push(withUrl(node));
    for (const sample of cpuProfile?.samples ?? []) profile.samples.push(sample);
    for (const delta of timeDeltas) profile.timeDeltas.push(delta);
  }
  return [...profiles.values()];
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
