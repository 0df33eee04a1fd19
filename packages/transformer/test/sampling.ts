/** What `npm run programs` says: which combinations of optimisations are wanted, by default one drawn for each program, from this seed. */
export const { PREEMPT_OPTIMIZE: wanted = "sampled" } = process.env;
export const seed = Number(process.env.PREEMPT_OPTIMIZE_SEED ?? 1);
