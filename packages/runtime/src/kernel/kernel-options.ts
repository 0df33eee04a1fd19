import type { Host } from "../hosts/host.ts";
import type { CoreOptions } from "../input/options.ts";
import type { Policy } from "../policies/policy.ts";
import type { Duration } from "./time.ts";

/** The options that the user gave, those that the kernel needs checked and with their defaults. */
export interface KernelOptions extends Pick<CoreOptions, "margin" | "onError"> {
  readonly policy: Policy;
  readonly slice: Duration;
  readonly round: Duration;
  /** Whether the user gave the round's length: then the host has no say in it. */
  readonly fixedRound: boolean;
  /** Whether releases and alarms are looked at after each budget, not only after each slice. */
  readonly ideal: boolean;
  readonly host: Host;
}
