/** The sentences for the reasons of a plan, and what would make such code faster. */
import { mostNested, mostVariables } from "../4-plan/plain-form.ts";
import type { Reason, ReasonCode } from "../4-plan/reason.ts";

/** The end of "…, because"; `%name%` stands for the reason's name. */
export function sentenceOf({ code, name = "" }: Reason): string {
  return sentences[code][0].replace("%name%", () => name);
}

/** What would be faster; empty where nothing simple would. */
export function adviceFor({ code }: Reason): string {
  return sentences[code][1] ?? "";
}

const intoFunction = "move what is in the `try` statement into a function of its own";
const takeFirst = "take the value first, and take it apart in a statement";
const chainFirst = "take the chain's value first";
const outside = "declare it outside";
const constant = "make it a constant, or hand the value to the function inside";
const callsLittle =
  "a loop that calls only what the language defines, or short functions without calls of their own, is faster";

const sentences: Record<ReasonCode, readonly [sentence: string, advice?: string]> = {
  by_options: ["the options say so"],

  async: ["it is async"],
  generator: ["it is a generator function"],
  walks_generator: ["it walks what a preemptable generator gives, or has a pattern that is preempted"],
  uses_arguments: ["it uses `arguments`", "use a rest parameter"],
  uses_new_target: ["it uses `new.target`"],
  uses_eval: ["it uses `eval`"],
  uses_using: ["it uses `using`"],
  this_may_be_missing: ["its `this` may not be there yet"],
  jump_through_try: ["a jump leaves a `for` … `of` loop through a `try` statement", intoFunction],
  constructor_returns: ["a derived class's constructor returns from a `try` statement or a loop"],
  nested_too_deep: [
    `branches and loops stand in each other more than ${mostNested} deep`,
    "move what stands inside into a function of its own",
  ],
  too_many_variables: [`it has more than ${mostVariables} variables`, "keep them in a list or in objects"],

  list_behind_call: ["a parameter that is a list stands behind a call"],
  variable_named_as_parameter: ["a variable has the name of a parameter"],
  pattern_inside_parameter: ["a parameter's pattern has a list or a computed key inside an object", takeFirst],
  parameter_begins_with_default: ["a parameter's pattern begins with a pattern that has a default value", takeFirst],
  parameter_used_early: ["a parameter may be used before it has a value"],

  super_outside_class: ["it uses `super` and is no method of a class"],
  super_in_private_method: ["it is private and uses `super`"],
  super_in_function_inside: ["a preemptable function inside uses `super`"],
  super_alone: ["it uses `super` by itself"],
  super_with_computed_key: ["it uses `super` with a computed key"],
  super_assigned: ["it assigns a property of `super`"],
  super_call_of_engine: ["it calls a method of `super` in a way that only the engine can express"],
  super_in_errors: ["an error could tell of a property of `super`"],

  suspends_in_statement: ["a loop or a call stands in a %name%"],
  finally_suspends: [
    "a `finally` holds a loop or a call",
    "call nothing in the `finally` that may be preempted, or move the `try` block into a function of its own",
  ],
  finally_around_walk: [
    "a `try` statement with a `finally` stands around a `for` … `of` loop",
    "call nothing in the `finally` that may be preempted, or move the `try` block into a function of its own",
  ],
  catch_takes_apart: ["a `catch` around a loop or a call takes its error apart"],
  for_await: ["it has a `for await` loop"],
  walk_with_pattern: ["a `for` … `%name%` loop has a pattern", takeFirst],
  value_before_keys: ["a `for` … `in` loop gives its variable a value before"],
  pattern_suspends: ["a pattern computes a default value", takeFirst],
  case_suspends: ["a case of a `switch` is computed", "write the cases out as numbers or strings"],

  suspends_in_expression: ["a call stands in a %name%"],
  delete_suspends: ["a call stands in a `delete`"],
  chain_of_engine: ["a call stands in an optional chain that only the engine can express", chainFirst],
  callee_in_parentheses: ["a call's callee is in parentheses"],
  import_suspends: ["a call stands in an `import`"],
  computed_constructor: ["a call stands among the arguments of a computed constructor"],
  class_named_by_key: ["a call stands behind a class that has its name from a computed key"],
  call_assigned: ["a call's value is assigned"],
  compound_with_computed_key: ["a compound assignment has a computed key"],

  method_inside: ["a preemptable method of a class stands inside"],
  method_with_super_inside: ["a preemptable method inside uses `super`"],
  computed_name_inside: ["a preemptable function inside has its name from a computed key"],

  variable_named_let: ["a variable is called `let`"],
  function_in_block: ["it declares a function in a block", outside],
  function_inside: ["it declares a function inside", outside],
  class_inside: ["it declares a class inside", outside],
  enum_inside: ["it declares an enum inside", outside],
  name_of_function_in_block: ["%name% may mean a function in a block"],
  default_uses_function: ["a default value uses a function that it declares"],
  default_uses_hidden_name: ["a default value uses what has the name of a variable of the body"],
  catch_declares_again: ["a `catch` declares %name% once more"],
  maybe_used_before_value: ["%name% may be used before it has a value"],
  used_before_value: ["%name% is used before it has a value"],
  shared_by_cases: ["%name% is shared by cases of a switch"],
  constant_assigned: ["%name% is a constant that is assigned"],
  hides_variable: ["%name% hides another variable of that name"],
  used_inside_and_hides_variable: ["a function inside uses %name%, which hides another variable", constant],
  changes_under_function: ["a function inside uses %name%, which changes", constant],

  call_inside: ["a call inside may be suspended", callsLittle],
  await_inside: ["an `await` inside may be suspended"],
  yield_inside: ["a `yield` inside may be suspended"],
  loop_inside: ["a loop inside may be suspended"],
  may_end_budget: ["what it calls may end the budget", callsLittle],
  no_counter: [
    "no counter says when the budget is used up",
    "a loop over one integer that starts at a number written out, and that only `i++` changes, is faster",
  ],
  condition_last: ["its condition comes last", "a `while` or `for` loop is faster"],
  walks_keys: ["it walks keys", "a loop over `Object.keys`, where inherited keys do not count, is faster"],
  awaits_values: ["it awaits what it walks"],
  no_declared_name: [
    "its variable is no name declared there",
    "a loop that names its values, and takes them apart in a statement, is faster",
  ],
  mentions_own_variable: ["what it walks mentions its variable"],
  function_in_head: [
    "a function in its head sees the variables of the first round",
    "make the function before the loop",
  ],
  class_sees_round: ["a class inside sees the variables of its round"],
  disposes: ["it disposes of what it declares"],
};
