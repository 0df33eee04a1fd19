/**
 * The depth: how much of the engine's stack preemptable calls have taken, in frames of the usual size (250 bytes). Each plain body
 * gets it as its first parameter and passes on more: `g$resumable($depth + 1, …)`. Generator bodies find it in `$state.depth`.
 */

/** Engines' stacks hold that many for certain. A body that starts deeper is suspended there, and its frames move to the heap. */
export const depthLimit = 2000;

/** What any plain body takes. */
export const bodyWeight = 1;

/**
 * A body with `2 ** variableShift` variables in its frame takes one frame more, one with twice as many two: a variable takes up to 32
 * bytes in compiled code. The transformer adds that to the depth of a call; the runtime finds it in the length of a saved frame.
 */
export const variableShift = 3;

/** What a generator body takes, with what resumes it. */
export const generatorWeight = 3;

/** What the runtime puts between a call and a body that takes other arguments than the call has. */
export const adapterWeight = 2;
