/** Where this thread's clock begins, for telling the times of one thread on the clock of another. */
declare const performance: { readonly timeOrigin: number };

/** Milliseconds since the epoch at which `performance.now()` of this thread was 0. */
export const timeOrigin = (): number => performance.timeOrigin;
