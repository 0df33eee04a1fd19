/**
 * Calls from one place of which the engine does not know which function it will be: V8's middle tier would compile a
 * single one into its caller, where a loop in it never gets to the highest tier.
 */
type Callee = (input: never) => unknown;

const callees: Callee[] = [(x) => x, (x) => [x], (x) => !x, (x) => typeof x, () => 0, () => 1];
for (let i = 0; i < 1000; i++) call(i % callees.length, i);

/** `f`, for callers into which it is not to be compiled. */
export function callApart<Input, Result>(f: (input: Input) => Result): (input: Input) => Result {
  const index = callees.push(f as Callee) - 1;
  return (input) => call(index, input) as Result;
}

function call(index: number, input: unknown): unknown {
  return (callees[index] as (input: unknown) => unknown)(input);
}
