import { all, create } from "mathjs";

const math = create(all, {});
/** @preempt */
export function run() {
  return JSON.stringify([
    math.evaluate("sqrt(3^2 + 4^2) + 2 i"),
    String(math.simplify("2 * x + x * 3 - (x - 1)")),
    String(math.derivative("sin(x)^2 / x", "x")),
    math.format(math.evaluate("det([1,2;3,4]) * inv([1,2;3,5])")),
    String(math.evaluate("5.08 cm to inch")),
    math.format(math.bignumber(2).pow(0.5)),
    math.evaluate("f(x, y) = x ^ y; f(2, 10)").toString(),
    String(math.rationalize("1/x + x/(x+1)")),
  ]);
}
