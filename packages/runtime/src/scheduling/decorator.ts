/**
 * `@preempt` on a method means the same as the comment. The transformer erases it; without the transformer it does
 * nothing, and the method runs un-preempted.
 */
export function preempt(..._decorated: unknown[]): void {}
