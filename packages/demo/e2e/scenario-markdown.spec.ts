/** The Markdown scenario: what is typed or dropped is in the preview, and the HTML is that of the untransformed library. */
import { expect, test } from "@playwright/test";
import { expectAccessible, once, open } from "./page.ts";

test("typed text appears in the preview, keys call off, and the HTML is equal to the untransformed library's", async ({
  page,
}) => {
  await open(page, "scenario=markdown&option.size=0.5&option.again=off");
  const preview = page.locator(".preview");
  await expect(preview.locator("p").first()).toHaveText("Type here: this is how the document begins.");
  await page.locator("#typed").fill("");
  await page.locator("#typed").pressSequentially("a **bold** word", { delay: 20 });
  await expect(preview.locator("strong").first()).toHaveText("bold");
  await expect(preview.locator("p").first()).toHaveText("a bold word");
  await expect(page.locator(".verdict")).toHaveText(/^✓ equal to the untransformed library · [0-9a-f]{8}$/);
  expect(Number(await page.locator('[data-reading="calledOff"]').textContent())).toBeGreaterThan(0);
  await expectAccessible(page, "#panel");
});

for (const policy of ["edf&strategy=paper", "fcfs"]) {
  test(
    `${policy}: the same document has the same verdict, and its outline is in the long list`,
    once,
    async ({ page }) => {
      await open(page, `scenario=markdown&option.size=0.5&policy=${policy}`);
      await expect(page.locator(".verdict")).toHaveText(/^✓ equal/);
      await expect(page.locator("#list")).toContainText("1. A table of waiting");
      expect(await page.locator('[data-reading="words"]').textContent()).toMatch(/^8\d,\d\d\d$/);
    },
  );
}

test("a dropped file is rendered in place of the document", async ({ page }) => {
  await open(page, "scenario=markdown&option.size=0.5");
  await expect(page.locator(".verdict")).toHaveText(/^✓ equal/);
  const file = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(["# Dropped\r\n\r\n| a |\r\n|---|\r\n| <b>c</b> |\r\n"], "notes.md"));
    return transfer;
  });
  await page.dispatchEvent("#drop", "drop", { dataTransfer: file });
  const preview = page.locator(".preview");
  await expect(preview.locator("h1").first()).toHaveText("1. Dropped");
  await expect(preview.locator("td").first()).toHaveText("<b>c</b>");
  await expect(page.locator("#panel h3")).toContainText("notes.md");
  await expect(page.locator("#list")).toContainText("2. Dropped");
  await expect(page.locator(".verdict")).toHaveText(/^✓ equal/);
});

test("a file that cannot be read is told, and the document stays", once, async ({ page }) => {
  await open(page, "scenario=markdown&option.size=0.5");
  await page.evaluate(() => {
    File.prototype.text = () => Promise.reject(new DOMException("gone", "NotFoundError"));
  });
  await page
    .locator("#drop input")
    .setInputFiles({ name: "gone.md", mimeType: "text/plain", buffer: Buffer.from("a") });
  await expect(page.getByText("gone.md could not be read")).toBeVisible();
  await expect(page.locator("#panel h3").first()).toContainText("handbook.md");
  await expect(page.locator(".verdict")).toHaveText(/^✓ equal/);
});

test("a file that is dropped beside the zone does not take the page's place", async ({ page }) => {
  const isKept = () =>
    page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["# Beside"], "notes.md"));
      const drop = (name: string) =>
        !document.body.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }));
      return [drop("dragover"), drop("drop")];
    });
  await open(page, "scenario=markdown&option.size=0.5");
  expect(await isKept()).toEqual([true, true]);
  await page.getByRole("link", { name: "Chess" }).click();
  await expect(page.locator(".chess")).toBeVisible();
  expect(await isKept()).toEqual([false, false]);
});
