/** ChakraCore: the files of test, which speak to WScript. */
import { filesIn, programsOf } from "../files.ts";
import type { Kind } from "../program.ts";

/** Tests of the debugger's protocol, and of WebAssembly. */
const elsewhere = /^test\/(?:Debugger\w*|WasmSpec[.\w]*|wasm[.\w]*|UnitTestFramework|benchmarks|native-tests|262)\//;

export const chakra: Kind = {
  about: "ChakraCore: test, without the debugger's, WebAssembly and benchmarks",
  collect: (root) => {
    const paths = filesIn(root, "test/**/*.js").filter((path) => !elsewhere.test(path));
    return programsOf(root, paths, ["wscript"], (path) =>
      /^test\/es6module\/(?:.*[Mm]odule)/.test(path) ? "module" : "script",
    );
  },
};
