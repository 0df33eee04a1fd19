/** How deep annotated calls may go on an engine's stack, in frames of the usual size. */

/** Frames that an engine's stack surely holds, at 250 bytes each. Emitted code has this number in it. */
export const deepest = 2000;
/** What a generator body takes of the stack, with what resumes it, in such frames. */
export const generatorWeight = 3;
