/** A virtual machine: one long loop around a `switch`, with a stack in a typed array. */
import type { Workload } from "./workload.ts";

const op = { push: 0, load: 1, store: 2, add: 3, multiply: 4, remainder: 5, less: 6, jumpIfZero: 7, jump: 8, halt: 9 };

/** The sum of `i * i % 7` in 32 bits for all `i` below the limit: variables 0, the limit; 1, `i`; 2, the sum. */
const program: readonly number[] = [
  ...[op.load, 1, op.load, 0, op.less, op.jumpIfZero, 29],
  ...[op.load, 1, op.load, 1, op.multiply, op.push, 7, op.remainder, op.load, 2, op.add, op.store, 2],
  ...[op.load, 1, op.push, 1, op.add, op.store, 1, op.jump, 0],
  ...[op.load, 2, op.halt],
];

/** @preempt */
function interpret(code: readonly number[], variables: Int32Array): number {
  const stack = new Int32Array(16);
  let top = -1;
  for (let at = 0; ; ) {
    switch (code[at++]) {
      case op.push:
        stack[++top] = code[at++] as number;
        break;
      case op.load:
        stack[++top] = variables[code[at++] as number] as number;
        break;
      case op.store:
        variables[code[at++] as number] = stack[top--] as number;
        break;
      case op.add:
        top--;
        stack[top] = (stack[top] as number) + (stack[top + 1] as number);
        break;
      case op.multiply:
        top--;
        stack[top] = (stack[top] as number) * (stack[top + 1] as number);
        break;
      case op.remainder:
        top--;
        stack[top] = (stack[top] as number) % (stack[top + 1] as number);
        break;
      case op.less:
        top--;
        stack[top] = (stack[top] as number) < (stack[top + 1] as number) ? 1 : 0;
        break;
      case op.jumpIfZero:
        at = stack[top--] === 0 ? (code[at] as number) : at + 1;
        break;
      case op.jump:
        at = code[at] as number;
        break;
      default:
        return stack[top] as number;
    }
  }
}

/** @preempt */
function run(limit: number): number {
  return interpret(program, Int32Array.of(limit, 0, 0));
}

export const workload: Workload<number> = { size: { full: 300_000, small: 50 }, prepare: (limit) => limit, run };
