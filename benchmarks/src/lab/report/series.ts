/** The variants of a report, in a fixed order, each with the colour and shape that it has in all charts. */
import type { VariantName } from "../run/variant.ts";
import { type Cell, cellOf } from "./cell.ts";
import type { Gathered } from "./gathered.ts";
import type { PaperResult, PaperVariant } from "./paper-results.ts";

export interface Series extends Look {
  readonly name: string;
  readonly cells: readonly Cell[];
}

export interface Look {
  /** Of the classes of svgPage. */
  readonly colour: number;
  readonly shape: Shape;
  /** By the paper: drawn hollow, with dashed lines. */
  readonly published: boolean;
}

export type Shape = "circle" | "square" | "triangle" | "diamond" | "cross";

export const looks: Readonly<Record<VariantName, Look>> = {
  fcfs: { colour: 1, shape: "circle", published: false },
  loop: { colour: 5, shape: "diamond", published: false },
  fp: { colour: 0, shape: "square", published: false },
  edf: { colour: 2, shape: "triangle", published: false },
  "fp-paper": { colour: 4, shape: "diamond", published: false },
  "edf-paper": { colour: 3, shape: "cross", published: false },
};

/** The variants here whose policy is that of the paper's. */
export const counterparts: Readonly<Record<PaperVariant, readonly VariantName[]>> = {
  raw: ["fcfs"],
  FP: ["fp", "fp-paper"],
  EDF: ["edf", "edf-paper"],
};

/** As charts and tables call them. */
export const publishedName = (variant: PaperVariant): string => `${variant} (RTSS 2019)`;

export function measuredSeries({ variants }: Gathered): Series[] {
  return variants.map(([name, { cells }]) => ({ name, ...looks[name], cells }));
}

export function publishedSeries(results: readonly PaperResult[]): Series[] {
  return (Object.keys(counterparts) as PaperVariant[]).map((variant) => ({
    name: publishedName(variant),
    ...looks[counterparts[variant][0] as VariantName],
    published: true,
    cells: results.filter((result) => result.variant === variant).map(cellOf),
  }));
}
