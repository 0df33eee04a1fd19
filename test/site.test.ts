/** The documentation's site: it is built, each link of it leads to a file, and each page is there as Markdown as well. */
import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";

const out = "site/dist";
const pages = () => globSync("**/*.html", { cwd: out, exclude: ["demo/**", "api/**"] });

beforeAll(() => {
  const bin = join(
    dirname(createRequire(join(process.cwd(), "site/x.js")).resolve("vitepress/package.json")),
    "bin/vitepress.js",
  );
  // VitePress itself refuses links to pages that are not there.
  execFileSync(process.execPath, [bin, "build", "."], { cwd: "site", stdio: "pipe", timeout: 300_000 });
}, 300_000);

test("pages of the repository, of the site, and one for each diagnostic and error are there", () => {
  const found = pages();
  for (const name of ["index", "start", "concepts", "when-to-use", "kernel", "architecture", "decisions/index"])
    expect(found).toContain(`${name}.html`);
  const codes = [...readFileSync("docs/diagnostics.md", "utf8").matchAll(/^### (PT\d+) /gm)].map(
    ([, code = ""]) => code,
  );
  expect(codes.length).toBeGreaterThan(20);
  expect(codes.filter((code) => !found.includes(`diagnostics/${code.toLowerCase()}.html`))).toEqual([]);
  for (const code of ["deadlock", "task_time", "job_priority"]) expect(found).toContain(`errors/${code}.html`);
});

test("each link within the site leads to a file", () => {
  const broken = new Set<string>();
  let count = 0;
  for (const page of pages()) {
    const html = readFileSync(join(out, page), "utf8");
    for (const [, href = ""] of html.matchAll(/<a [^>]*href="(\/[^"#]*)/g)) {
      count++;
      // The demo and the reference are built beside it.
      if (/^\/(?:demo|api)\//.test(href)) continue;
      const file = join(out, decodeURI(href));
      const isThere = [file, `${file}.html`, join(file, "index.html")].some(
        (one) => existsSync(one) && !one.endsWith("/"),
      );
      if (!isThere) broken.add(`${page}: ${href}`);
    }
  }
  expect(count).toBeGreaterThan(1000);
  expect([...broken]).toEqual([]);
});

test("each page is there as Markdown, and llms.txt lists it", () => {
  const list = readFileSync(join(out, "llms.txt"), "utf8");
  const whole = readFileSync(join(out, "llms-full.txt"), "utf8");
  for (const file of globSync("docs/*.md")) {
    const title = /^# (.*)$/m.exec(readFileSync(file, "utf8"))?.[1] ?? "";
    const address = /\]\(\/([^)]*)\)/.exec(list.split("\n").find((line) => line.startsWith(`- [${title}]`)) ?? "")?.[1];
    expect(readFileSync(join(out, address ?? title), "utf8"), file).toBe(readFileSync(file, "utf8"));
    expect(whole).toContain(`# ${title}\n`);
  }
});
