/**
 * The budget: how many preemption points the running job may still pass. `$state.budget` holds it.
 *
 *   takenAway          usedUp   0                        largestBudget
 *   ────┼─────── … ──────┼──────┼──────────── … ──────────────┼────
 *       │                │      └ the next point suspends     └ "no limit"
 *       │                └ the point that suspended left this
 *       └ endBudget(): the next point suspends, whatever was left
 *
 * Every value, also in light rounds, is a small integer: 31 bits with their sign, which engines keep out of the heap.
 */

/**
 * A point is a decrement: `--$state.budget < 0`. This is what the last one leaves; nothing counts further down. A lower value says
 * that the budget was taken away.
 */
export const usedUp = -1;

/**
 * Light rounds are rounds of a nanosecond or two. A loop with such rounds counts `2 ** roundShift` of them as one point:
 * `$left = $state.budget << 3` before the loop, `$state.budget = $left >> 3` after it. ({@link usedUp} stays what it is.)
 */
export const roundShift = 3;

/** The largest budget. In light rounds, and with a loop's counter added, it is still a small integer. */
export const largestBudget = 2 ** 25;

/** The budget of a job that is to be suspended at its next point. Light rounds do not make it leave 31 bits. */
export const takenAway = -(2 ** 26);
