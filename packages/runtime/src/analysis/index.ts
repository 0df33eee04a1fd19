/** The entry point of the analyses: exact schedulability tests for one processor, pure functions of task sets. */
export type {
  AdmissionAnswer,
  AdmissionTest,
  ServerKind,
  SuspensionModel,
  SystemModel,
  TaskModel,
} from "../scheduling/admission.ts";
export { exactAdmission } from "./admission.ts";
export { type AdmitOptions, admitBy } from "./admit-by.ts";
export { breakdown } from "./breakdown.ts";
export { busyPeriod } from "./busy-period.ts";
export { type ChainBounds, type ChainOptions, timeTriggeredChain } from "./chains.ts";
export { type DemandOptions, demand, type EdfOptions, firstViolation } from "./demand.ts";
export { addBlocking, type BlockingStep, blockingByRegions } from "./edf-blocking.ts";
export { edfResponseTimes } from "./edf-response-time.ts";
export {
  isLoopSchedulable,
  type LoopOptions,
  type LoopResponse,
  type LoopTask,
  type LoopTerms,
  loopResponseTimes,
  type TimerOptions,
  timerJitter,
} from "./event-loop.ts";
export { type AwaitingLoopTask, awaitingLoopResponseTimes } from "./event-loop-awaits.ts";
export { type Exploration, type ExplorationOptions, exploreSchedules, type JobBounds } from "./exploration/explore.ts";
export { type ExploredTask, type ExploredTasks, exploreTasks } from "./exploration/explore-tasks.ts";
export type { Range, VariedJob } from "./exploration/job-space.ts";
export { type JobsOptions, jobsOfTasks, type TaskJob, type VariedTask } from "./exploration/jobs-of-tasks.ts";
export { type FifoOptions, fifoResponseTime, isFifoSchedulable } from "./fifo.ts";
export { approximately, compare, type Fraction } from "./fraction.ts";
export { type HolisticOptions, type HolisticResult, holisticResponseTimes } from "./holistic.ts";
export { type EffortOptions, longestTime } from "./integers.ts";
export type { Interference } from "./interference.ts";
export { offsetExecution } from "./offset-execution.ts";
export type { OffsetTask } from "./offset-task.ts";
export type { TransactionTerms } from "./offset-transactions.ts";
export { demandBetween, type EdfOffsets, edfOffsets, jobsBetween } from "./offsets-edf.ts";
export {
  type OffsetMethod,
  type OffsetResponse,
  offsetResponseAmong,
  offsetResponseTimes,
} from "./offsets-fixed-priority.ts";
export type { Convention, Preemption } from "./preemption.ts";
export { audsley, deadlineMonotonicOrder, type LevelTest, rateMonotonicOrder } from "./priority-order.ts";
export { isEdfSchedulable } from "./qpa.ts";
export { type BlockingProtocol, edfResourceBlocking, resourceBlocking } from "./resource-blocking.ts";
export {
  isFixedPrioritySchedulable,
  meetsDeadlines,
  type ResponseOptions,
  type ResponseTerms,
  responseTimeAmong,
  responseTimes,
  type TaskResponse,
} from "./response-time.ts";
export { type SuspendingTask, withoutSuspension } from "./suspending-task.ts";
export { type EdfSuspension, edfSuspension } from "./suspension-edf.ts";
export {
  isSuspensionSchedulable,
  type SuspensionMethod,
  type SuspensionResponse,
  type SuspensionTerms,
  suspensionResponseTimes,
} from "./suspension-fixed-priority.ts";
export { checkTasks, type TimedTask } from "./timed-task.ts";
export { exactUtilisation, hyperperiod, utilisation } from "./utilisation.ts";
export {
  density,
  hyperbolicProduct,
  liuLaylandBound,
  passesBaker,
  passesDensity,
  passesHyperbolic,
  passesHyperbolicWithBlocking,
  passesLiuLayland,
  passesLiuLaylandWithBlocking,
} from "./utilisation-bounds.ts";
