/**
 * All experiments, in the order in which they are run: what computes first, what needs browsers last. An experiment is an
 * entry in a file of registry/, and a word here.
 */
import type { Experiment } from "./experiment.ts";
import { complexity, latency, observer, scheduler, untuned, workloads } from "./registry/costs.ts";
import { alarms, hops, rounds, share } from "./registry/event-loops.ts";
import { executedBounds, longCallbacks, pageKey } from "./registry/experiments.ts";
import { acceptance, npCrossCheck, offsets, soundness, validate } from "./registry/lab.ts";
import { gallery, macroChromium, macroFirefox, peers, workloadsInBrowsers } from "./registry/pages.ts";
import { paper } from "./registry/paper.ts";
import { serverBatching, serverDevice, serverPriority } from "./registry/server.ts";
import { serverOverload, serverPeers } from "./registry/server-load.ts";
import { serverChains, serverEdge } from "./registry/server-tasks.ts";
import { constructs, doubling, firstRuns, mixed, partitioned, startUp } from "./registry/small-costs.ts";

export const experiments: readonly Experiment[] = [
  ...[acceptance, offsets, soundness, npCrossCheck, validate, executedBounds, longCallbacks, paper],
  ...[workloads, untuned, scheduler, complexity, observer, latency],
  ...[constructs, firstRuns, startUp, mixed, doubling, partitioned],
  ...[serverPriority, serverBatching, serverDevice, serverPeers, serverOverload, serverChains, serverEdge],
  ...[rounds, hops, alarms, share, pageKey],
  ...[peers, gallery, workloadsInBrowsers, macroChromium, macroFirefox],
];
