/** A virtual machine: one long loop around a `switch`, with a stack in an array. */
import type { Workload } from "./workload.ts";

const op = { push: 0, load: 1, store: 2, add: 3, multiply: 4, remainder: 5, less: 6, jumpIfZero: 7, jump: 8, halt: 9 };

/** The sum of `i * i % 7` for all `i` below the limit: variables 0, the limit; 1, `i`; 2, the sum. */
const program: readonly number[] = [
  ...[op.load, 1, op.load, 0, op.less, op.jumpIfZero, 29],
  ...[op.load, 1, op.load, 1, op.multiply, op.push, 7, op.remainder, op.load, 2, op.add, op.store, 2],
  ...[op.load, 1, op.push, 1, op.add, op.store, 1, op.jump, 0],
  ...[op.load, 2, op.halt],
];

/** @preempt */
function interpret(code: readonly number[], variables: number[]): number {
  const stack: number[] = [];
  for (let at = 0; ; ) {
    switch (code[at++]) {
      case op.push:
        stack.push(code[at++] as number);
        break;
      case op.load:
        stack.push(variables[code[at++] as number] as number);
        break;
      case op.store:
        variables[code[at++] as number] = stack.pop() as number;
        break;
      case op.add:
        stack.push((stack.pop() as number) + (stack.pop() as number));
        break;
      case op.multiply:
        stack.push((stack.pop() as number) * (stack.pop() as number));
        break;
      case op.remainder: {
        const divisor = stack.pop() as number;
        stack.push((stack.pop() as number) % divisor);
        break;
      }
      case op.less: {
        const right = stack.pop() as number;
        stack.push((stack.pop() as number) < right ? 1 : 0);
        break;
      }
      case op.jumpIfZero: {
        const target = code[at++] as number;
        if (stack.pop() === 0) at = target;
        break;
      }
      case op.jump:
        at = code[at] as number;
        break;
      default:
        return stack.pop() as number;
    }
  }
}

/** @preempt */
function run(limit: number): number {
  return interpret(program, [limit, 0, 0]);
}

export const workload: Workload<number> = { size: { full: 200_000, small: 50 }, prepare: (limit) => limit, run };
