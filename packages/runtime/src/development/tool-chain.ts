/**
 * Which tool builds or runs this program, as far as the running program can see, and the line that adds Preempt's plugin to it.
 */

interface Surroundings {
  readonly process?: {
    readonly env?: Readonly<Record<string, string | undefined>>;
    readonly versions?: Readonly<Record<string, string | undefined>>;
    readonly argv?: readonly string[];
    readonly execArgv?: readonly string[];
  };
  readonly document?: { querySelector?(selector: string): unknown };
  readonly [name: string]: unknown;
}

declare const __webpack_require__: unknown;

const plugins = (file: string, from: string) =>
  `add \`plugins: [preempt()]\` to ${file}, where preempt comes from "@preempt/transformer/${from}"`;

/** The first tool whose test is true. Tools that build on others come before those. */
const toolChains: readonly (readonly [
  name: string,
  isUsed: (here: Surroundings, env: Readonly<Record<string, string | undefined>>) => boolean,
  add: string,
])[] = [
  [
    "Next.js",
    (here, env) => env.NEXT_RUNTIME !== undefined || "__NEXT_DATA__" in here || "__next_f" in here,
    'write `export default preempt()({ … })` in next.config, where preempt comes from "@preempt/transformer/next"',
  ],
  ["Vitest", (_, env) => env.VITEST !== undefined, plugins("vitest.config", "vite")],
  [
    "Jest",
    (_, env) => env.JEST_WORKER_ID !== undefined,
    'add `transform: { "\\\\.[jt]sx?$": "@preempt/transformer/jest" }` to jest.config',
  ],
  ["Vite", isVite, plugins("vite.config", "vite")],
  ["webpack", () => typeof __webpack_require__ !== "undefined", plugins("webpack.config", "webpack")],
  [
    "Bun",
    ({ process }) => process?.versions?.bun !== undefined,
    'call `plugin(preempt())` in a file of `preload` in bunfig.toml, where preempt comes from "@preempt/transformer/bun"',
  ],
  [
    "Deno",
    ({ Deno }) => Deno !== undefined,
    'start it with `deno run --preload ./preempt.mjs`, a file that imports "@preempt/transformer/register"',
  ],
  [
    "tsx",
    ({ process }) => process?.execArgv?.some((text) => /[\\/]tsx[\\/]/.test(text)) ?? false,
    'start it with NODE_OPTIONS="--import @preempt/transformer/register"',
  ],
  [
    "Node",
    ({ process, document }) => process?.versions?.node !== undefined && document === undefined,
    "start it with `node --import @preempt/transformer/register`",
  ],
];

/** Vite's server puts its client into each page, and bundles packages into a folder of its own. */
function isVite({ process, document }: Surroundings): boolean {
  if (/[\\/]vite[\\/]bin[\\/]/.test(process?.argv?.[1] ?? "")) return true;
  if (document?.querySelector?.('script[src*="/@vite/client"]')) return true;
  return /\/node_modules\/\.vite\//.test(new Error("here").stack ?? "");
}

/** The name of the tool that is there. */
export function toolChain(here: object = globalThis): string | undefined {
  return find(here)?.[0];
}

/** "With Vite, add …", for the tool that is there. */
export function pluginLine(here: object = globalThis): string {
  const [name, , add] = find(here) ?? [];
  if (name === undefined)
    return "Add the plugin of @preempt/transformer to your build: docs/setup.md has the line for each tool.";
  return `With ${name}, ${add}.`;
}

function find(here: object) {
  const surroundings = here as Surroundings;
  const env = surroundings.process?.env ?? {};
  return toolChains.find(([, isUsed]) => isUsed(surroundings, env));
}
