/** ChakraCore's shell. */
import { join } from "node:path";
import { readText } from "./assertions.ts";
import type { Install } from "./host.ts";

export const installWScript: Install = ({ realm, folder, runText }) => {
  const echo = (...values: unknown[]) => realm.print(values.map((value) => `${value as string}`).join(" "));
  const load = (name: unknown) => {
    const path = join(folder ?? "", `${name as string}`.replaceAll("\\", "/"));
    return runText(
      readText(path, (message) => realm.error("Error", message)),
      path,
    );
  };
  const script = {
    Echo: echo,
    Arguments: ["summary"],
    LoadScriptFile: load,
    LoadScript: (text: unknown, how: unknown = "self") => {
      if (how !== "self") throw realm.error("Error", "the runner has one realm");
      runText(`${text as string}`, "text");
      return realm.global;
    },
    SetTimeout: (f: unknown, delay: unknown) => realm.addTimer(f, delay, []),
    ClearTimeout: (id: unknown) => realm.global.clearTimeout(id),
    Platform: {
      OS: "linux",
      ARCH: "x64",
      BUILD_TYPE: "Release",
      LINK_TYPE: "static",
      BINARY_PATH: "",
      INTL_LIBRARY: "icu",
    },
    Flag: () => undefined,
    Attach: (f: () => unknown) => realm.addTimer(f, 0, []),
    Detach: (f: () => unknown) => realm.addTimer(f, 0, []),
    StdOut: { Write: echo, WriteLine: echo },
    Quit: () => {
      throw realm.error("Error", "WScript.Quit");
    },
  };
  realm.define("WScript", script);
  for (const name of ["CollectGarbage", "ETW_Trace"]) realm.define(name, () => undefined);
};
