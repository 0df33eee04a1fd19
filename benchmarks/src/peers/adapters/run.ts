/** What each adapter makes of a program: a call that leaves the thread to others now and then. */
export type Run = (input: unknown) => PromiseLike<unknown>;
