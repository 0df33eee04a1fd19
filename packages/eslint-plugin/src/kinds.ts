/** The rules: each has several findings of the transform, by what they mean to whoever reads them. */
import type { DiagnosticName } from "@preempt/transformer/editor";

export interface RuleKind {
  readonly name: string;
  readonly description: string;
  readonly findings: readonly DiagnosticName[];
  /** Whether a finding has one fix, which is what was meant. */
  readonly isFixable: boolean;
}

export const kinds: readonly RuleKind[] = [
  {
    name: "misspelt-annotation",
    description: "Comments that were meant as an annotation of Preempt, and are none",
    findings: ["misspelt_annotation"],
    isFixable: true,
  },
  {
    name: "no-effect",
    description: "Annotations that have no effect",
    findings: ["not_annotatable", "never_reached"],
    isFixable: true,
  },
  {
    name: "not-preemptable",
    description: "Functions that were to be preemptable, and stay as they are",
    findings: [
      ...([
        "direct_eval",
        "with_statement",
        "yield_name",
        "lexical_in_arrow",
        "await_using",
        "method_may_change",
      ] as const),
      ...([
        "function_name",
        "statement_position",
        "name_assigned",
        "arguments_changed",
        "compiled",
        "too_deep",
      ] as const),
      ...(["not_rewritten", "not_printable", "last_match", "constructor_stays"] as const),
    ],
    isFixable: false,
  },
  {
    name: "runs-to-end",
    description: "Calls in preemptable functions that are not preempted",
    findings: [
      ...(["broken_chain", "heavy_callback", "await_outside", "called_by_engine", "rendering"] as const),
      ...(["generated_code", "passed_plain"] as const),
    ],
    isFixable: false,
  },
  {
    name: "shared-state",
    description: "State of a file that jobs share, so that one of them at a time may be in it",
    findings: ["one_at_a_time"],
    isFixable: false,
  },
];
