/** Insertion into a tree of objects, and a recursive walk of it: pointers and small calls, as compilers and editors have them. */
import { randomNumbers } from "./random.ts";
import type { Workload } from "./workload.ts";

interface Tree {
  readonly key: number;
  left: Tree | undefined;
  right: Tree | undefined;
}

/** @preempt */
function insert(tree: Tree | undefined, key: number): Tree {
  if (tree === undefined) return { key, left: undefined, right: undefined };
  if (key < tree.key) tree.left = insert(tree.left, key);
  else if (key > tree.key) tree.right = insert(tree.right, key);
  return tree;
}

/** @preempt */
function sumOf(tree: Tree | undefined, depth: number): number {
  if (tree === undefined) return 0;
  return sumOf(tree.left, depth + 1) + tree.key * depth + sumOf(tree.right, depth + 1);
}

/** @preempt */
function run(keys: readonly number[]): number {
  let tree: Tree | undefined;
  for (const key of keys) tree = insert(tree, key);
  let sum = 0;
  for (let i = 0; i < 10; i++) sum += sumOf(tree, i);
  return sum;
}

export const workload: Workload<readonly number[]> = {
  size: { full: 45_000, small: 100 },
  prepare(size) {
    const random = randomNumbers(7);
    return Array.from({ length: size }, () => random.below(1e6));
  },
  run,
};
