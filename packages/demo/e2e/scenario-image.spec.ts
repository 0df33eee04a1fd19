/** Low-poly pictures in real browsers: they are drawn, of the file that was dropped, and the page goes on meanwhile. */
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible, frameRate, measuredOnce, once, open as openLink } from "./page.ts";

async function open(page: Page, rest: string): Promise<void> {
  await openLink(page, `scenario=image&${rest}`);
  await expect(page.locator("#image-result")).toHaveAttribute("aria-label", /landscape in [\d,]+ triangles/, {
    timeout: 20_000,
  });
}

/** How many different colours the canvas has in some of its pixels, and the average of them. */
const colours = (page: Page) =>
  page.locator("#image-result").evaluate((canvas: HTMLCanvasElement) => {
    const { width, height } = canvas;
    const data = canvas.getContext("2d")?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
    const seen = new Set<number>();
    const sum = [0, 0, 0];
    for (let i = 0; i < data.length; i += 4 * 37) {
      seen.add(((data[i] ?? 0) << 16) | ((data[i + 1] ?? 0) << 8) | (data[i + 2] ?? 0));
      for (const part of [0, 1, 2]) sum[part] = (sum[part] ?? 0) + (data[i + part] ?? 0);
    }
    return { count: seen.size, average: sum.map((part) => Math.round(part / Math.ceil(data.length / 4 / 37))) };
  });

for (const how of ["policy=edf", "policy=fcfs", "strategy=paper"]) {
  test(`${how}: a landscape is drawn in many colours`, how === "policy=edf" ? {} : once, async ({ page }) => {
    await open(page, `${how}&option.points=300&option.repeat=off`);
    expect((await colours(page)).count).toBeGreaterThan(200);
    if (how === "policy=edf") await expectAccessible(page);
  });
}

test("a dropped picture is drawn in its own colours; what is no picture is said to be none", async ({ page }) => {
  await open(page, "option.points=300&option.repeat=off");
  const png = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: 200, height: 300 });
    const context = canvas.getContext("2d") as CanvasRenderingContext2D;
    context.fillStyle = "rgb(200, 30, 90)";
    context.fillRect(0, 0, 200, 300);
    return canvas.toDataURL().split(",")[1] as string;
  });
  const picker = page.locator("#drop input");
  await page.locator("#typed").fill("");
  await picker.setInputFiles({ name: "red.png", mimeType: "image/png", buffer: Buffer.from(png, "base64") });
  await expect(page.locator("#image-result")).toHaveAttribute("aria-label", /^red\.png in [\d,]+ triangles$/);
  expect((await colours(page)).average).toEqual([200, 30, 90]);
  await picker.setInputFiles({ name: "no.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
  await expect(page.locator(".image-status")).toContainText("no.png is no picture");
});

test("edf: picture after picture, the page stays above 50 frames per second", measuredOnce, async ({ page }) => {
  await open(page, "policy=edf");
  let rate = 0;
  // the best of three: what else the machine does takes frames away, and never adds any
  for (let i = 0; i < 3 && rate < 50; i++) rate = await frameRate(page, 1200);
  console.log(`image, edf: ${rate.toFixed(1)} frames per second`);
  expect(rate).toBeGreaterThan(50);
});
