/** The hosts by their names. */
import type { HostName } from "../program.ts";
import { installAssertions } from "./assertions.ts";
import { installExpect } from "./expect.ts";
import type { Install } from "./host.ts";
import { installMocha } from "./mocha.ts";
import { installRequire } from "./require.ts";
import { installTest262 } from "./test262.ts";
import { installWScript } from "./wscript.ts";

export const hosts: Readonly<Record<HostName, Install>> = {
  assertions: installAssertions,
  expect: installExpect,
  mocha: installMocha,
  require: installRequire,
  test262: installTest262,
  wscript: installWScript,
};
