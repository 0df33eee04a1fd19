/** Every page says on its first line what it is and for whom; every link of a page leads to a file, and to a heading or an anchor that exists. */
import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

const pages = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  ...globSync("docs/**/*.md"),
  ...globSync("packages/*/README.md"),
].sort();
const texts = new Map(pages.map((page) => [page, withoutCode(readFileSync(page, "utf8"))]));

test("the pages are found", () => {
  expect(pages.length).toBeGreaterThan(80);
});

test.for(pages)("the links of %s lead somewhere", (page) => {
  const broken = [...(texts.get(page) ?? "").matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = ""]) => link)
    .filter((link) => !/^[a-z]+:/.test(link) && !leads(page, link));
  expect(broken).toEqual([]);
});

test("each page of docs/ says first what it is", () => {
  const kinds = /^# [^\n]+\n\n\*(Tutorial|How-to|Reference|Explanation|Index|Decision|Diary)\b[^\n]*\*\n/;
  const nameless = pages.filter((page) => page.startsWith("docs/") && !kinds.test(texts.get(page) ?? ""));
  expect(nameless).toEqual([]);
});

test("each decision is listed", () => {
  const index = texts.get("docs/decisions/README.md") ?? "";
  const records = globSync("docs/decisions/[0-9]*.md").map((file) => relative("docs/decisions", file));
  expect(records.filter((file) => !index.includes(`](${file})`))).toEqual([]);
});

test.for(["ARCHITECTURE.md", "CONTRIBUTING.md"])("the files and folders that %s names exist", (page) => {
  // CI may run as another user than the one who owns the checkout.
  const list = execFileSync("git", ["-c", "safe.directory=*", "ls-files"], { encoding: "utf8", maxBuffer: 1e8 });
  const files = list.split("\n").map((file) => `/${file}`);
  const named = [...(texts.get(page) ?? "").matchAll(/`([\w./-]+(?:\.m?ts|\.mjs|\/))`/g)].map(([, name = ""]) => name);
  expect(named.length).toBeGreaterThan(10);
  const isThere = (name: string) =>
    files.some((file) => (name.endsWith("/") ? file.includes(`/${name}`) : file.endsWith(`/${name}`)));
  expect(named.filter((name) => !isThere(name))).toEqual([]);
});

function leads(page: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? page : join(dirname(page), path);
  if (!existsSync(target)) return false;
  if (anchor === undefined || statSync(target).isDirectory() || !target.endsWith(".md")) return true;
  const text = texts.get(target) ?? withoutCode(readFileSync(target, "utf8"));
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => anchorOf(heading));
  return headings.includes(anchor) || text.includes(`<a id="${anchor}"></a>`);
}

/** As GitHub makes them. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(" ", "-");
}

/** Blocks of code may hold what looks like a link or a heading. */
function withoutCode(text: string): string {
  return text.replace(/^(```+)[\s\S]*?^\1/gm, "");
}
