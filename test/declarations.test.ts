/** The declarations as users' compilers read them, also those that check the declarations of libraries, as `tsc --init` has it off and TypeScript by itself on. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";
import { publicFolders } from "../scripts/api/entry-points.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Every door of the packages that has types. */
const doors = publicFolders.flatMap((name) => {
  const { exports } = JSON.parse(readFileSync(`${root}packages/${name}/package.json`, "utf8")) as {
    exports: Record<string, { types?: string }>;
  };
  return Object.entries(exports).flatMap(([door, { types }]) =>
    types === undefined ? [] : [`@preempt/${name}${door.slice(1)}`],
  );
});

interface Read {
  /** What a compiler that checks everything says of users' files, by their names, and of our declarations. */
  readonly complaints: readonly string[];
  /** All files that the compiler has read for that. */
  readonly files: readonly string[];
}

function read(users: Readonly<Record<string, string>>, given: ts.CompilerOptions = {}): Read {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.esnext.disposable.d.ts"],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    types: ["node"],
    ...given,
  };
  const files = new Map(Object.entries(users).map(([name, code]) => [root + name, code]));
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  host.readFile = (name) => files.get(name) ?? readFile(name);
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.getSourceFile = (name, version) => {
    const code = files.get(name);
    return code === undefined ? getSourceFile(name, version) : ts.createSourceFile(name, code, version);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  const found = ts.getPreEmitDiagnostics(program);
  const isOurs = ({ file: where }: ts.Diagnostic) =>
    where === undefined || files.has(where.fileName) || /packages\/\w+\/dist\//.test(where.fileName);
  const complaints = found
    .filter(isOurs)
    .map(
      (one) => `${one.file?.fileName.slice(root.length)}: ${ts.flattenDiagnosticMessageText(one.messageText, "\n")}`,
    );
  return { complaints, files: program.getSourceFiles().map(({ fileName }) => fileName) };
}

test("the declarations of every door are sound by themselves, and what the documentation gives to one another fits", {
  timeout: 60_000,
}, () => {
  expect(doors.length).toBeGreaterThan(14);
  const code = `
    import { ConstantBandwidthServer, nodeHost, Resource, Scheduler, Task, type Host, type HostTimer } from "@preempt/runtime";
    import { edf, nodeHost as coreHost, Scheduler as Core } from "@preempt/runtime/core";
    import { admitBy, exactAdmission } from "@preempt/runtime/analysis";
    import { DevToolsTracks, OverrunReport, Statistics, TraceBuffer } from "@preempt/runtime/observers";
    import { ScheduleRecorder, VirtualHost, virtualScheduler } from "@preempt/runtime/testing";

    const recorder = new ScheduleRecorder();
    const observer = [recorder, new Statistics(), new TraceBuffer(), new DevToolsTracks(), new OverrunReport()];
    const rt = new Scheduler({ observer, host: new VirtualHost(), admission: admitBy(exactAdmission) });
    rt.observe(recorder);
    const bus = new Resource(rt, { name: "bus" });
    const double = (n: number) => 2 * n;
    const value: number = await rt.submit(double, { args: [1], uses: [bus], signal: AbortSignal.timeout(9) });
    // @ts-expect-error
    rt.submit(double, { args: ["1"] });
    const task: Task<(n: number) => number> = rt.task(double, { interArrival: 5, uses: [{ resource: bus, section: 1 }] });
    const released: number = await task.release(value);
    class Mixer extends Task { run() { return released; } }
    rt.admit(new Mixer({ period: 10, wcet: 2 }));
    const served: number = await new ConstantBandwidthServer(rt, { budget: 1, period: 2 }).submit(double, { args: [1] });
    const core: number = await new Core({ host: coreHost(), policy: edf }).submit(double, { args: [served] });
    const host: Host = { ...nodeHost(), timer: (at, callback): HostTimer => nodeHost().timer(at, callback) };
    virtualScheduler().rt.submit(double, { args: [core] });
    new Scheduler({ host });`;
  const every = doors.map((door) => `import "${door}";`).join("\n");
  // A file that gives them what does not fit shows that it would be told.
  const wrong = `import { Scheduler } from "@preempt/runtime"; new Scheduler({ budget: "none" });`;
  const { complaints, files } = read({ "every.mts": every, "documented.mts": code, "wrong.mts": wrong });
  expect(complaints).toEqual([expect.stringMatching(/^wrong\.mts: .*"none"/s)]);
  // Its types mention every bundler that there is, and a project has one.
  expect(files.filter((file) => /\/node_modules\/(?:unplugin|webpack|rollup|esbuild)\//.test(file))).toEqual([]);
});

test("the runtime's declarations need no library beyond ES2022: they bring Disposable along", () => {
  const doorsOfRuntime = doors.filter((door) => door.startsWith("@preempt/runtime") && !door.endsWith("/vitest"));
  expect(doorsOfRuntime.length).toBeGreaterThan(6);
  const files = Object.fromEntries(doorsOfRuntime.map((door, i) => [`${i}.mts`, `import "${door}";`]));
  expect(read(files, { lib: ["lib.es2022.d.ts"], types: [] }).complaints).toEqual([]);
});
