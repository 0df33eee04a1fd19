/** The plugin: rules, and a configuration with those that most projects want. */
import type { ESLint, Linter } from "eslint";
import { kinds } from "./kinds.ts";
import { ruleOf } from "./rule.ts";

/** The severities of the recommended configuration. Findings of `shared-state` are no faults: it is off. */
const recommended = {
  "preempt/misspelt-annotation": "error",
  "preempt/no-effect": "error",
  "preempt/not-preemptable": "warn",
  "preempt/runs-to-end": "warn",
} as const satisfies Linter.RulesRecord;

/** What the plugin is for ESLint. */
export interface PreemptPlugin extends ESLint.Plugin {
  /** Flat configurations. */
  configs: {
    /** The rules for faults: `export default [preempt.configs.recommended]`. */
    recommended: Linter.Config;
  };
}

/** The plugin. Its rules are `preempt/misspelt-annotation`, `no-effect`, `not-preemptable`, `runs-to-end` and `shared-state`. */
const plugin: PreemptPlugin = {
  meta: { name: "@preempt/eslint-plugin", namespace: "preempt" },
  rules: Object.fromEntries(kinds.map((kind) => [kind.name, ruleOf(kind)])),
  configs: { recommended: { name: "preempt/recommended", rules: recommended } },
};
plugin.configs.recommended.plugins = { preempt: plugin };

export default plugin;
