import type { Host } from "../hosts/host.ts";
import type { CoreOptions } from "../input/options.ts";
import type { Policy } from "../policies/policy.ts";
import type { Duration } from "./time.ts";

/** The options that the user gave, those that the kernel needs checked and with their defaults. */
export interface KernelOptions extends Pick<CoreOptions, "margin" | "onError"> {
  /** The policy of the scheduler. */
  readonly policy: Policy;
  /** The length of a slice, in milliseconds. */
  readonly slice: Duration;
  /** The length of a round, in milliseconds. */
  readonly round: Duration;
  /** Whether the user gave the round's length: then the host has no say in it. */
  readonly fixedRound: boolean;
  /** Whether releases and alarms are looked at after each budget, not only after each slice. */
  readonly ideal: boolean;
  /** The platform. */
  readonly host: Host;
}
