/**
 * One mutation, at least, of each rule by which code is rewritten, jobs are run, and task sets are judged. A test has to notice.
 */
import { admissionSuspensionMutations } from "./admission-suspension.ts";
import { analysisMutations } from "./analysis.ts";
import { builtinMutations } from "./builtins.ts";
import { eventLoopModelMutations } from "./event-loop-models.ts";
import { exclusiveUnitMutations } from "./exclusive-units.ts";
import { frameworkMutations } from "./frameworks.ts";
import { generatorMutations } from "./generators.ts";
import { kernelMutations } from "./kernel.ts";
import type { Mutation } from "./mutation.ts";
import { offsetMutations } from "./offsets.ts";
import { patternMutations } from "./patterns.ts";
import { plainBodyMutations } from "./plain-bodies.ts";
import { raceMutations } from "./races.ts";
import { serverEventMutations } from "./server-events.ts";
import { serverRequestMutations } from "./server-requests.ts";
import { sharedStateMutations } from "./shared-state.ts";
import { transformMutations } from "./transform.ts";

export const mutations: readonly Mutation[] = [
  ...plainBodyMutations,
  ...transformMutations,
  ...patternMutations,
  ...sharedStateMutations,
  ...raceMutations,
  ...builtinMutations,
  ...generatorMutations,
  ...kernelMutations,
  ...exclusiveUnitMutations,
  ...analysisMutations,
  ...eventLoopModelMutations,
  ...offsetMutations,
  ...admissionSuspensionMutations,
  ...serverEventMutations,
  ...serverRequestMutations,
  ...frameworkMutations,
];
