/** The options of a resource, and their checks. */

import { tableOf } from "@preempt/checks";
import { PreemptError, refuse, show } from "../input/errors.ts";
import { refuseWrong } from "../input/option-table.ts";
import type { Job } from "../kernel/job.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { wholeKernel } from "../kernel/whole-kernel.ts";
import type { Scheduler } from "../scheduling/scheduler.ts";
import { immediateCeiling } from "./immediate-ceiling.ts";
import { npcs } from "./npcs.ts";
import { priorityCeiling } from "./priority-ceiling.ts";
import { priorityInheritance } from "./priority-inheritance.ts";
import { exclusion, type Protocol } from "./protocol.ts";
import { stackResource } from "./stack-resource.ts";

const protocols = {
  none: exclusion,
  npcs,
  pip: priorityInheritance,
  pcp: priorityCeiling,
  icpp: immediateCeiling,
  srp: stackResource,
} as const satisfies Record<ProtocolName, unknown>;

/** The rules by which jobs share a resource. */
export type ProtocolName = "none" | "npcs" | "pip" | "pcp" | "icpp" | "srp";

/** Options of a {@link Resource}. */
export interface ResourceOptions {
  /** For messages and traces. */
  readonly name: string;
  /**
   * "pip" (priority inheritance, default), "npcs" (the holder is not preempted), "pcp" (priority ceiling), "icpp" (immediate
   * ceiling), "srp" (stack resource policy), or "none" (exclusion only, to show what goes wrong). Protocols with ceilings need
   * the option `uses` of jobs and tasks. pcp and icpp need fixed priorities.
   */
  readonly protocol?: ProtocolName;
}

const names = tableOf<ResourceOptions>({ name: 1, protocol: 1 });

/** @internal A resource's options, complete, and the kernel whose jobs share it. */
interface Checked {
  readonly name: string;
  readonly protocol: ProtocolName;
  readonly rules: Protocol;
  readonly kernel: Kernel;
}

/** @internal @throws PreemptError if the protocol is unknown, or needs fixed priorities and the policy has none */
export function checkResource(rt: Scheduler, options: ResourceOptions): Checked {
  const { name, protocol = "pip" } = options ?? {};
  const whose = `resource ${show(name)}`;
  const kernel = wholeKernel(rt, whose);
  if (typeof name !== "string") {
    refuse("resource_name_missing", "the name of a resource", show(name), "{ name: a string }");
  }
  refuseWrong(options, names, whose, true);
  const rules = Object.hasOwn(protocols, protocol) ? (protocols[protocol] as Protocol) : undefined;
  if (rules === undefined) {
    const all = Object.keys(protocols).map(show).join(", ");
    throw new PreemptError(
      "protocol_unknown",
      `the protocol of resource "${name}" is ${show(protocol)}. Give one of ${all}.`,
    );
  }
  if (rules.isFixed && !kernel.policy.isFixed) {
    throw new PreemptError(
      "protocol_needs_fixed_priorities",
      `resource "${name}" has protocol "${protocol}", but the policy is "${kernel.policy.name}". Use policy "fp", or protocol "srp".`,
    );
  }
  return { name, protocol, rules, kernel };
}

/** @throws PreemptError: protocols with ceilings have to know who locks a resource */
export function refuseUndeclared(job: Job, { name, protocol }: { name: string; protocol: string }): never {
  throw new PreemptError(
    "resource_not_declared",
    `${job.id} (${job.name}) locks resource "${name}" of protocol "${protocol}", and did not declare it. Give it uses: [resource].`,
  );
}
