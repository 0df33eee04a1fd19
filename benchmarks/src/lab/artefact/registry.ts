/**
 * All experiments, in the order in which they are run: what computes first, what needs browsers last. An experiment is an
 * entry in a file of registry/, and a word here.
 */
import type { Experiment } from "./experiment.ts";
import { acceptance, npCrossCheck, soundness, validate } from "./registry/lab.ts";
import { paper } from "./registry/paper.ts";

export const experiments: readonly Experiment[] = [acceptance, soundness, npCrossCheck, validate, paper];
