/** Where a program's time goes, by function: a sampling profile of the engine, taken in the process that runs it. */
import { Session } from "node:inspector/promises";
import { fileURLToPath } from "node:url";

/** A function as the engine names its place. Lines and columns count from 0. */
export interface ProfiledFunction {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Samples in it and in what it calls, as a share of all samples. */
  readonly share: number;
  /** Functions that it was seen to call. Indices into the same list. */
  readonly calls: readonly number[];
}

/** Samples of half a millisecond. */
const interval = 500;

export async function profile(run: () => unknown, time: number): Promise<ProfiledFunction[]> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval });
  await session.post("Profiler.start");
  const end = performance.now() + time;
  do await run();
  while (performance.now() < end);
  const { profile } = await session.post("Profiler.stop");
  session.disconnect();
  return functionsOf(profile.nodes);
}

interface Node {
  readonly id: number;
  readonly callFrame: { readonly url: string; readonly lineNumber: number; readonly columnNumber: number };
  readonly hitCount?: number | undefined;
  readonly children?: number[] | undefined;
}

/** The profile is a tree of calls. A function stands in it once for each way to it. */
function functionsOf(nodes: readonly Node[]): ProfiledFunction[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const keys = new Map<string, number>();
  const found: { file: string; line: number; column: number; share: number; calls: Set<number> }[] = [];
  const indexOf = ({ callFrame: { url, lineNumber: line, columnNumber: column } }: Node): number => {
    const file = url.startsWith("file:") ? fileURLToPath(url) : url;
    const key = `${file}:${line}:${column}`;
    const known = keys.get(key);
    if (known !== undefined) return known;
    keys.set(key, found.length);
    return found.push({ file, line, column, share: 0, calls: new Set() }) - 1;
  };
  const all = nodes.reduce((sum, { hitCount = 0 }) => sum + hitCount, 0);
  /** @returns samples below the node; time of a recursion counts once */
  const visit = (node: Node, above: ReadonlySet<number>): number => {
    const index = indexOf(node);
    const inside = new Set(above).add(index);
    let samples = node.hitCount ?? 0;
    for (const id of node.children ?? []) {
      const child = byId.get(id) as Node;
      found[index]?.calls.add(indexOf(child));
      samples += visit(child, inside);
    }
    const own = found[index];
    if (own !== undefined && !above.has(index)) own.share += samples / all;
    return samples;
  };
  const [root] = nodes;
  if (root !== undefined) visit(root, new Set());
  return found.map((one) => ({ ...one, calls: [...one.calls] }));
}
