/** The kinds of checkouts whose programs can be run. */
import type { Kind } from "../program.ts";
import { babel } from "./babel.ts";
import { chakra } from "./chakra.ts";
import { esbuild } from "./esbuild.ts";
import { hermes } from "./hermes.ts";
import { jerryscript } from "./jerryscript.ts";
import { regenerator } from "./regenerator.ts";
import { spidermonkey } from "./spidermonkey.ts";
import { uglify } from "./uglify.ts";
import { v8 } from "./v8.ts";

export const kinds: Readonly<Record<string, Kind>> = {
  uglify,
  babel,
  regenerator,
  esbuild,
  jerryscript,
  hermes,
  chakra,
  v8,
  spidermonkey,
};
