/** The TypeScript types of the integrations' options say what their schemas say: checked by the compiler. */
import type { OptionsOf } from "@preempt/checks";
import { expectTypeOf, test } from "vitest";
import type { PluginOptions } from "../../src/bundler.ts";
import type { TransformOptions } from "../../src/index.ts";
import type { PluginConfig } from "../../src/integrations/ts-plugin.ts";
import type { JestOptions } from "../../src/jest.ts";
import type { NextOptions } from "../../src/next.ts";
import type { RegisterOptions } from "../../src/node.ts";
import type * as schemas from "../../src/shared/options.ts";

/** With what may be left out and what must not taken for the same. */
type Plain<T> = { [K in keyof T]-?: Exclude<T[K], undefined> };
type Schema<S extends Parameters<typeof schemas.checkOptions>[1]> = Plain<OptionsOf<S>>;

test("names and types are the same", () => {
  expectTypeOf<Plain<PluginOptions>>().toEqualTypeOf<Schema<typeof schemas.pluginOptions>>();
  expectTypeOf<Plain<RegisterOptions>>().toEqualTypeOf<Schema<typeof schemas.registerOptions>>();
  expectTypeOf<Plain<NextOptions>>().toEqualTypeOf<Schema<typeof schemas.nextOptions>>();
  expectTypeOf<Plain<JestOptions>>().toEqualTypeOf<Schema<typeof schemas.jestOptions>>();
  expectTypeOf<Plain<PluginConfig>>().toEqualTypeOf<Schema<typeof schemas.settingOptions>>();
  type Others = "compilerOptions" | "readImport";
  expectTypeOf<Omit<Plain<TransformOptions>, Others>>().toEqualTypeOf<
    Omit<Schema<typeof schemas.transformOptions>, Others>
  >();
  expectTypeOf<keyof TransformOptions>().toEqualTypeOf<keyof typeof schemas.transformOptions>();
});
