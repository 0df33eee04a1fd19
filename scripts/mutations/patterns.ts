/** Mutations of patterns that are taken apart step by step. */
import { breaking, type Mutation } from "./mutation.ts";

const rewrite = breaking("transform", "transformer/src/");
const steps = breaking("transform", "runtime/src/");

export const patternMutations: readonly Mutation[] = [
  rewrite(
    "a name of a loop's pattern has no value in what the loop walks",
    "4-plan/taken-apart.ts",
    "return mentionsAny(expression, namesIn(pattern));",
    "return false;",
  ),
  rewrite(
    "a pattern assigns to places that are evaluated before their values",
    "4-plan/taken-apart.ts",
    "if (taking === undefined || !hasNames(taking.pattern)) return undefined;",
    "if (taking === undefined) return undefined;",
  ),
  rewrite(
    "a list inside of an object pattern is told of by the object",
    "4-plan/taken-apart.ts",
    "!isListPattern(target) || initializer !== undefined",
    "true",
  ),
  rewrite(
    "a default value is told of where its pattern is read step by step",
    "4-plan/taken-apart.ts",
    "(initializer === undefined || first.initializer !== undefined) && isToldAlike",
    "isToldAlike",
  ),
  rewrite(
    "a pattern that begins with a pattern and a default value is told of by that",
    "4-plan/taken-apart.ts",
    "if (first === undefined || isDefaultTold(first)) return undefined;",
    "if (first === undefined) return undefined;",
  ),
  rewrite(
    "a source with operators is shown where there is nothing",
    "4-plan/taken-apart.ts",
    'text === unnamed.repeat(3) ? "three unnamed" : undefined',
    '"three unnamed"',
  ),
  rewrite(
    "a default value before moved parameters means what it meant",
    "4-plan/moved-parameters.ts",
    "if (before.some((p) => mentionsAny(p, own))) return [];",
    "",
  ),
  rewrite(
    "a default value of moved parameters means what it meant",
    "4-plan/moved-parameters.ts",
    "moved.some((p) => mentionsAny(p, declared)) ? [] : moved",
    "declared.size < 0 ? [] : moved",
  ),
  rewrite(
    "parameters that a list of arguments shows stay parameters",
    "4-plan/moved-parameters.ts",
    "if (usesArguments || directEval) return [];",
    "if (directEval) return [];",
  ),
  rewrite(
    "parameters of generators are evaluated when these are called",
    "4-plan/moved-parameters.ts",
    " || isGenerator(f)",
    "",
  ),
  rewrite(
    "a default value of a moved parameter has its name",
    "5-emit/generator/patterns.ts",
    "return ts.isIdentifier(name) ? namedAs(this.#unit.f, name, value) : value;",
    "return value;",
  ),
  rewrite(
    "the value of an assignment by a pattern is what was taken apart",
    "5-emit/generator/patterns.ts",
    "js.comma(js.assign(pattern as ts.Expression, value), whole)",
    "js.assign(pattern as ts.Expression, value)",
  ),
  rewrite(
    "a key is made text once where a rest leaves it out",
    "5-emit/generator/patterns.ts",
    "return js.element(object, js.assign(held, made));",
    "return js.element(object, js.assign(held, (key as ts.ComputedPropertyName).expression));",
  ),
  rewrite(
    "an inner pattern has its default value where the key gives nothing",
    "5-emit/generator/patterns.ts",
    "...(initial ? [initial] : []), ",
    "",
  ),
  rewrite(
    "a parameter with a default value is told of in other words",
    "5-emit/generator/told-nothing.ts",
    "js.parameter(firstOf(unit, first), initializer && object)",
    "js.parameter(firstOf(unit, first))",
  ),
  steps(
    "an iterator that threw in a pattern is not closed",
    "generators/pattern-steps.ts",
    "if (this.#isOver) return undefined;\n    this.#isOver = true;\n    return this.#steps.next();",
    "if (this.#isOver) return undefined;\n    return this.#steps.next();",
  ),
  steps(
    "a pattern is closed once",
    "generators/pattern-steps.ts",
    "if (this.#isOver) return undefined;\n    this.#isOver = true;\n    return this.#steps.close();",
    "if (this.#isOver) return undefined;\n    return this.#steps.close();",
  ),
  steps(
    "a value that a pattern leaves out is not read",
    "generators/pattern-steps.ts",
    "isOmitted ? undefined : step.value",
    "step.value",
  ),
  steps(
    "where a default value throws, the iterator of a pattern is closed",
    "generators/pattern-steps.ts",
    "    return this.#steps.closeNow();",
    "    return {};",
  ),
  steps(
    "what closing an iterator of a pattern gives is an object",
    "generators/pattern-steps.ts",
    "if (this.#isAsked) this.#steps.closed(result);",
    "",
  ),
  steps(
    "the rest of an object has what can be enumerated",
    "language/rest-of.ts",
    "if (found?.enumerable === true) define(rest, key, from[key]);",
    "if (found) define(rest, key, from[key]);",
  ),
  steps(
    "the rest of an object has a key __proto__ of its own",
    "language/rest-of.ts",
    "define(rest, key, from[key]);",
    "(rest as Record<PropertyKey, unknown>)[key] = from[key];",
  ),
];
