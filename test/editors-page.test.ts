/** docs/editors.md: its tables name what the plugins and the server have, and its settings start the server. */
import { readFileSync } from "node:fs";
import preempt from "@preempt/eslint-plugin";
import { expect, test } from "vitest";
import { kinds } from "../packages/eslint-plugin/src/kinds.ts";
import { settingsSchema } from "../packages/language-server/src/settings.ts";
import { catalog } from "../packages/transformer/src/shared/diagnostics.ts";

const page = readFileSync("docs/editors.md", "utf8");
const rows = [...page.matchAll(/^\| `preempt\/([\w-]+)` \| ([^|]+) \| (\w+) \|/gm)];

/** "PT1001, PT1003 to PT1005": the codes that exist. */
function codesIn(text: string): string[] {
  const known = Object.values(catalog).map(({ code }) => code as string);
  return text.split(", ").flatMap((part) => {
    const [from = "", to = from] = part.trim().split(" to ");
    return known.filter((code) => code >= from && code <= to);
  });
}

test("the table of the rules is that of the plugin", () => {
  expect(rows.map(([, name]) => name)).toEqual(Object.keys(preempt.rules ?? {}));
  const severities = { error: "error", warning: "warn", off: undefined } as Record<string, string | undefined>;
  for (const [, name = "", codes = "", severity = ""] of rows) {
    expect(preempt.configs.recommended.rules?.[`preempt/${name}`]).toBe(severities[severity]);
    const findings = kinds.find((kind) => kind.name === name)?.findings ?? [];
    expect(codesIn(codes).sort()).toEqual(findings.map((finding) => catalog[finding].code as string).sort());
  }
});

test("each finding about a file belongs to one rule", () => {
  const others = ["syntax_error", "component_file"];
  const all = [...kinds.flatMap(({ findings }) => findings), ...others].sort();
  expect(all).toEqual(Object.keys(catalog).sort());
});

test("the README of the plugin has a section for each rule, to which messages lead", () => {
  const readme = readFileSync("packages/eslint-plugin/README.md", "utf8");
  for (const { name } of kinds) {
    expect(readme).toContain(`\n## ${name}\n`);
    expect(preempt.rules?.[name]?.meta?.docs?.url?.endsWith(`eslint-plugin#${name}`)).toBe(true);
  }
});

test("the table of the settings is that of the server", () => {
  const table = /^\| setting \|.*\n.*\n((?:\|.*\n)+)/m.exec(page)?.[1] ?? "";
  const expected = Object.entries(settingsSchema).map(([name, { about, byDefault }]) => [
    `\`${name}\``,
    about,
    byDefault,
  ]);
  expect(
    table
      .trim()
      .split("\n")
      .map((row) => row.slice(2, -2).split(" | ")),
  ).toEqual(expected);
  const readme = readFileSync("packages/language-server/README.md", "utf8");
  for (const [name = ""] of expected) expect(readme).toContain(name);
});

test("each way to start the server has the command that the package brings", () => {
  const { bin } = JSON.parse(readFileSync("packages/language-server/package.json", "utf8"));
  const [command = ""] = Object.keys(bin);
  const fences = [...page.matchAll(/^```(lua|toml|elisp|json)\n(.*?)^```/gms)].map(([, , text = ""]) => text);
  const starts = fences.filter((text) => text.includes("npx"));
  expect(starts).toHaveLength(5);
  for (const text of starts) {
    expect(text.match(/"[^"]+"/g)?.map((one) => one.slice(1, -1))).toEqual(
      expect.arrayContaining(["npx", "--no-install", command, "--stdio"]),
    );
  }
  expect(readFileSync("packages/language-server/README.md", "utf8")).toContain(fences[0]?.split("\n")[1]);
});
