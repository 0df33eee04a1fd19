/** Layout of a directed graph: dagre. */
import { Graph, layout } from "@dagrejs/dagre";
import { hashTexts } from "../../../work/hash.ts";
import { nodeSize } from "./node-size.ts";

export interface Data {
  readonly nodes: number;
  readonly edges: readonly (readonly [from: number, to: number])[];
}

/** Centres of the nodes, and the points of the edges: pairs of x and y, one after the other. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly number[];
  readonly edges: readonly (readonly number[])[];
}

const nodes = 220;

export function prepare(): Data {
  let seed = 1;
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  const edges: [number, number][] = [];
  for (let i = 1; i < nodes; i++) {
    edges.push([Math.max(0, i - 1 - Math.floor(random() * 12)), i]);
    const other = Math.floor(random() * i);
    if (random() < 0.25 && other !== edges.at(-1)?.[0]) edges.push([other, i]);
  }
  return { nodes, edges };
}

/** @preempt */
export function run(data: Data, direction: string): Layout {
  const graph = new Graph();
  graph.setGraph({ rankdir: direction as "LR" });
  graph.setDefaultEdgeLabel(() => ({}));
  for (let i = 0; i < data.nodes; i++) graph.setNode(`${i}`, { ...nodeSize });
  for (const [from, to] of data.edges) graph.setEdge(`${from}`, `${to}`);
  layout(graph);
  return placesOf(graph, data);
}

/** @preempt */
function placesOf(graph: Graph, data: Data): Layout {
  const places: number[] = [];
  for (let i = 0; i < data.nodes; i++) {
    const { x, y } = graph.node(`${i}`) as { x: number; y: number };
    places.push(x, y);
  }
  const edges: number[][] = [];
  for (const [from, to] of data.edges) {
    const { points = [] } = graph.edge(`${from}`, `${to}`) as { points?: { x: number; y: number }[] };
    edges.push(points.flatMap(({ x, y }) => [x, y]));
  }
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return { width, height, nodes: places, edges };
}

export function digest({ nodes, edges }: Layout): string {
  return hashTexts([nodes.join(), edges.join()]);
}
