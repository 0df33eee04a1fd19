/** What the door for Next.js adds to its configuration. That the loader and the plugin work is seen in webpack-esbuild.test.ts. */
import { expect, test } from "vitest";
import preempt from "../../src/next.ts";

interface Rule {
  readonly loaders: readonly { readonly loader: string; readonly options: object }[];
  readonly condition: {
    readonly any: readonly { readonly path?: RegExp; readonly not?: string }[];
  };
}

const ruleOf = (options: Parameters<typeof preempt>[0]): Rule => {
  const { turbopack } = preempt(options)({}) as { turbopack?: { rules: Record<string, Rule> } };
  return turbopack?.rules["*.ts"] as Rule;
};

/** The files of a project that Turbopack gives to the loader; it names them from the project's root. */
function seen(options: Parameters<typeof preempt>[0], files: Readonly<Record<string, string>>): string[] {
  const { any } = ruleOf(options).condition;
  const isForeign = (name: string) => name.startsWith("node_modules/");
  return Object.keys(files).filter((name) =>
    any.some(({ path, not }) => path?.test(name) || (not === "foreign" && !isForeign(name))),
  );
}

const files = {
  "app/page.tsx": "plain",
  "app/work.ts": "/** @preempt */",
  "src/solver/a.ts": "plain",
  "node_modules/marked/lib/marked.js": "plain",
  "node_modules/.pnpm/marked@18.0.0/node_modules/marked/lib/marked.js": "plain",
  "node_modules/not-marked/index.js": "plain",
  "node_modules/@scope/marked/index.js": "plain",
  "node_modules/@scope/a.b/index.js": "plain",
  "node_modules/@scope/axb/index.js": "plain",
};

test("Turbopack's loader sees the project's files, any of which may be passed on, and the packages that the options ask for", () => {
  const own = ["app/page.tsx", "app/work.ts", "src/solver/a.ts"];
  expect(seen({}, files)).toEqual(own);
  expect(seen({ all: ["marked", "@scope/a.b"] }, files)).toEqual([
    ...own,
    "node_modules/marked/lib/marked.js",
    "node_modules/.pnpm/marked@18.0.0/node_modules/marked/lib/marked.js",
    "node_modules/@scope/a.b/index.js",
  ]);
  expect(seen({ all: ["src/solver/**"] }, files)).toEqual(own);
});

test("options are handed on, and rules for Turbopack and webpack that are there stay", () => {
  const mdx = { loaders: ["mdx"] };
  const asked: unknown[] = [];
  const config = preempt({ all: ["marked"], optimize: "size" })({
    reactStrictMode: true,
    turbopack: { root: "/a", rules: { "*.mdx": mdx, "*.ts": mdx, "*.tsx": [mdx, mdx] } },
    webpack(config: object, context: unknown) {
      asked.push(context);
      return { ...config, mode: "none" };
    },
  });
  const rules = config.turbopack.rules as Record<string, unknown>;
  const rule = rules["*.js"] as Rule;
  expect(rule.loaders).toEqual([
    { loader: "@preempt/transformer/loader", options: { all: ["marked"], optimize: "size" } },
  ]);
  expect(rules).toMatchObject({ "*.mdx": mdx, "*.ts": [rule, mdx], "*.tsx": [rule, mdx, mdx] });
  expect(config).toMatchObject({ reactStrictMode: true, turbopack: { root: "/a" } });
  const made = config.webpack({ plugins: ["theirs"] }, "context") as { plugins: unknown[]; mode: string };
  expect(made).toMatchObject({ mode: "none", plugins: ["theirs", { apply: expect.any(Function) }] });
  expect(asked).toEqual(["context"]);
});

test("a function that makes the configuration is asked when Next.js asks", async () => {
  const make = preempt()(async (phase: string) => ({ distDir: phase }));
  expect(await make("phase-production-build")).toMatchObject({
    distDir: "phase-production-build",
    turbopack: { rules: expect.anything() },
  });
});

test("a regular expression is refused: Turbopack could not hand it to the loader", () => {
  const include = [/solver/] as unknown as string[];
  expect(() => preempt({ include })).toThrow(/^option_value: \/solver\/ in include\. Give globs and paths\.$/);
  expect(() => preempt({ optimize: "fast" as "size" })).toThrow(TypeError);
});
