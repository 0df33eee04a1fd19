/** Letters as large as people want them, and from right to left. */
import { expect, type Page, test } from "@playwright/test";
import { counting, once, open } from "./page.ts";

/** Loads the page with something in its head, as early as a browser's own settings are. */
async function withStyle(page: Page, css: string): Promise<void> {
  await page.route(/\/(\w+\.html)?(\?.*)?$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace("<head>", `<head><style>${css}</style>`);
    await route.fulfill({ response, body });
  });
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test("letters, lists and charts are as large as the browser is set to", async ({ page }) => {
  await withStyle(page, "html { font-size: 24px }");
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page);
  const height = (selector: string) => page.locator(selector).evaluate((element) => element.clientHeight);
  const size = (selector: string) => page.locator(selector).evaluate((element) => getComputedStyle(element).fontSize);
  expect(await size("#summary")).toBe("22.5px");
  // 20 tasks, 15 pixels each where letters have their usual size.
  expect(await height("#timeline")).toBe((46 + 20 * 15 + 16) * 1.5);
  expect(await height("#list [role=listitem] >> nth=0")).toBe(42);
  await expect(page.getByText("Row 2 of")).toHaveAttribute("style", "transform: translateY(42px);");
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.goto("/playground.html");
  await expect(page.locator("#output")).toContainText("sum$resumable");
  expect(await size("#editor .cm-content")).toBe("20.25px");
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.goto("/macro.html");
  expect(await size(".macro p >> nth=0")).toBe("22.5px");
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});

test("times in the ready queue are not cut, also on a telephone", once, async ({ page }) => {
  await page.addInitScript(() => {
    const cut: string[] = [];
    Object.assign(window, { cut, drawn: 0 });
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y, room) {
      if (this.canvas.id === "queue" && /^due in \d{1,4} |^\d{1,3} ms late/.test(text)) {
        (window as unknown as { drawn: number }).drawn++;
        if (room === undefined || this.measureText(text).width > room) cut.push(`${text}: ${room}`);
      }
      fillText.call(this, text, x, y, ...(room === undefined ? [] : [room]));
    };
  });
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await open(page, "option.load=set&option.typing=you&policy=fp");
    await counting(page);
    await page.waitForFunction(() => (window as unknown as { drawn: number }).drawn > 50);
    expect(await page.evaluate(() => (window as unknown as { cut: string[] }).cut.slice(0, 5))).toEqual([]);
  }
});

test("in a page read from right to left code and charts are read as ever", once, async ({ page }) => {
  await withStyle(page, "html { direction: rtl }");
  await page.goto("/playground.html");
  await expect(page.locator("#run")).toBeEnabled();
  await page.locator("#run").click();
  await expect(page.locator("#run-status")).toHaveText("Finished.");
  const [place, title] = [page.locator("#charts"), page.locator("#charts .title")];
  const [outer, inner] = [await place.boundingBox(), await title.boundingBox()];
  expect(inner?.x).toBeGreaterThan(outer?.x ?? Number.NaN);
  expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThan((outer?.x ?? 0) + (outer?.width ?? 0));
  const direction = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).direction);
  expect(await direction("#editor .cm-content")).toBe("ltr");
  expect(await direction("#console")).toBe("ltr");
  await open(page);
  expect(await direction("#timeline")).toBe("ltr");
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});
