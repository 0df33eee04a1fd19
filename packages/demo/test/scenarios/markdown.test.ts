/** The Markdown scenario: preemption changes nothing of the result, and a render that was called off is never shown. */
import { readFileSync } from "node:fs";
import { drive, virtualScheduler } from "@preempt/runtime/testing";
import MarkdownIt from "markdown-it";
import { beforeAll, describe, expect, test } from "vitest";
import { Latest } from "../../src/scenarios/latest.ts";
import { countWords, documentOf, normal, splitAtHeadings } from "../../src/scenarios/markdown/document.ts";
import type * as Work from "../../src/scenarios/markdown/work.ts";
import { render } from "../../src/scenarios/markdown/work.ts";
import { hashTexts } from "../../src/work/hash.ts";
import { buildWork } from "../build-work.ts";

const handbook = readFileSync(new URL("../../samples/handbook.md", import.meta.url), "utf8");

for (const variant of ["capture", "paper"] as const) {
  describe(variant, () => {
    let built: typeof Work;
    beforeAll(async () => {
      built = await buildWork<typeof Work>("src/scenarios/markdown/work.ts", variant);
    });
    for (const budget of [0, 1, 7]) {
      test(`a preemption at each ${budget + 1}. point changes nothing of the document`, () => {
        const args = ["Typed *text* :)", handbook, 6000] as const;
        const { value, preemptions } = drive(built.render, { args, budget });
        expect(value).toEqual(render(...args));
        expect(preemptions).toBeGreaterThan(1000);
      });
    }
  });
}

test("the document begins with what was typed, and repeats the file with numbered headings", () => {
  const { preview, headings, blocks, words } = render("So *be* it", "# A `b` **c**\n\ntext\n\n## D\n", 60);
  expect(preview).toMatch(/^<p>So <em>be<\/em> it<\/p>\n<h1>1. A <code>b<\/code>/);
  expect(headings.slice(0, 3)).toEqual([
    { level: 1, text: "1. A b c" },
    { level: 2, text: "1. D" },
    { level: 1, text: "2. A b c" },
  ]);
  expect(blocks).toBe(1 + headings.length * 1.5);
  expect(words).toBe(countWords(documentOf("So *be* it", "# A `b` **c**\n\ntext\n\n## D\n", 60)));
});

test("a file that is large enough is taken as it is, once", () => {
  expect(documentOf("typed", "# Title\n", 5)).toBe("typed\n\n# Title\n");
});

test("lines of code are no headings", () => {
  const file = "# A\n```sh\n# comment\n```\n####### no\n###### B";
  expect(splitAtHeadings(file)).toEqual(["# ", "A\n```sh\n# comment\n```\n####### no\n###### ", "B"]);
  expect(splitAtHeadings(file).join("")).toBe(file);
});

test("words are what stands between spaces", () => {
  expect(countWords("")).toBe(0);
  expect(countWords(" one\n\ttwo  three ")).toBe(3);
});

test("a preview ends with a whole block, however large the document", () => {
  const { preview } = render("", handbook, 200_000);
  expect(preview.length).toBeLessThan(20_000);
  expect(preview.split("<table>").length).toBe(preview.split("</table>").length);
  const list = render("", Array.from({ length: 500 }, (_, i) => `- ${i}`).join("\n"), 0);
  expect(list.preview.match(/<li>/g)).toHaveLength(500);
});

test("block by block is the whole that the library makes", () => {
  const file = `${handbook}\n- a\n\n- b\n> - c\n\n    code\n\n[ref]: https://example.org\n\nsee [ref] and \u0000\r\n`;
  const whole = new MarkdownIt({ html: false, linkify: true, typographer: true });
  for (const times of [1, 3]) {
    const text = documentOf("*typed*", normal(file), times * file.length - 1);
    const html = whole.render(text);
    const rendered = render("*typed*", normal(file), times * file.length - 1);
    expect(rendered.hash).toBe(hashTexts([html]));
    expect(rendered.length).toBe(html.length);
    expect(html.startsWith(rendered.preview)).toBe(true);
  }
  expect(whole.render(file)).toBe(whole.render(normal(file)));
});

test("a render that was called off is never shown, nor counted when it had ended", async () => {
  const { rt, host, work } = virtualScheduler({ policy: "edf", slice: 1 });
  const latest = new Latest();
  const shown: number[] = [];
  const ask = (ms: number) =>
    latest.ask(
      () => rt.submit(work(ms)),
      (result) => void shown.push(result),
    );
  ask(10);
  host.run(5);
  ask(8); // 10 is under way
  host.run(30);
  ask(7); // 8 has ended, though nobody has been told yet
  host.run(60);
  await Promise.resolve();
  await Promise.resolve();
  expect(shown).toEqual([7]);
  expect(latest.calledOff).toBe(1);
  ask(3);
  latest.forget();
  host.run(90);
  await Promise.resolve();
  expect(shown).toEqual([7]);
});
