/** Why a function or a loop does not get the form that would be fastest: a code. The sentences are in report/reasons.ts. */
export interface Reason {
  readonly code: ReasonCode;
  /** What the sentence names: a variable, or a form of syntax. */
  readonly name?: string;
}

export function because(code: ReasonCode, name?: string): Reason {
  return name === undefined ? { code } : { code, name };
}

/** Whether what should be `T` is the reason why there is none. */
export function isReason<T extends object>(value: T | Reason): value is Reason {
  return "code" in value;
}

export type ReasonCode =
  | "by_options"
  // The function as a whole.
  | "async"
  | "generator"
  | "walks_generator"
  | "uses_arguments"
  | "uses_new_target"
  | "uses_eval"
  | "uses_using"
  | "this_may_be_missing"
  | "jump_through_try"
  | "constructor_returns"
  | "nested_too_deep"
  | "too_many_variables"
  // Its parameters.
  | "list_behind_call"
  | "variable_named_as_parameter"
  | "pattern_inside_parameter"
  | "parameter_begins_with_default"
  | "parameter_used_early"
  // Its use of `super`.
  | "super_outside_class"
  | "super_in_private_method"
  | "super_in_function_inside"
  | "super_alone"
  | "super_with_computed_key"
  | "super_assigned"
  | "super_call_of_engine"
  | "super_in_errors"
  // Its statements.
  | "suspends_in_statement"
  | "finally_suspends"
  | "finally_around_walk"
  | "catch_takes_apart"
  | "for_await"
  | "walk_with_pattern"
  | "value_before_keys"
  | "pattern_suspends"
  | "case_suspends"
  // Its expressions.
  | "suspends_in_expression"
  | "delete_suspends"
  | "chain_of_engine"
  | "callee_in_parentheses"
  | "import_suspends"
  | "computed_constructor"
  | "class_named_by_key"
  | "call_assigned"
  | "compound_with_computed_key"
  // Functions inside.
  | "method_inside"
  | "method_with_super_inside"
  | "computed_name_inside"
  // Its variables.
  | "variable_named_let"
  | "function_in_block"
  | "function_inside"
  | "class_inside"
  | "enum_inside"
  | "name_of_function_in_block"
  | "default_uses_function"
  | "default_uses_hidden_name"
  | "catch_declares_again"
  | "maybe_used_before_value"
  | "used_before_value"
  | "shared_by_cases"
  | "constant_assigned"
  | "hides_variable"
  | "used_inside_and_hides_variable"
  | "changes_under_function"
  // Loops.
  | "call_inside"
  | "await_inside"
  | "yield_inside"
  | "loop_inside"
  | "may_end_budget"
  | "no_counter"
  | "condition_last"
  | "walks_keys"
  | "awaits_values"
  | "no_declared_name"
  | "mentions_own_variable"
  | "function_in_head"
  | "class_sees_round"
  | "disposes";
