/** The spreadsheet of scripts: cells that never end are stopped, the others have their values, and the page goes on. */
import { expect, test } from "@playwright/test";

test("cells that never end are stopped, and programs that are typed are computed", async ({ page }) => {
  await page.goto("./sheet.html");
  const cell = (name: string) => page.getByRole("button", { name: new RegExp(`^${name}:`) });
  await expect(cell("C1")).toHaveText("TimeLimitError");
  await expect(cell("C2")).toHaveText("TimeLimitError");
  await expect(cell("C3")).toHaveText("BlockedError");
  await expect(cell("A4")).toHaveText("total: 42");
  await expect(cell("B2")).toHaveText("27449");
  await expect(cell("D2")).toHaveText("TypeError");
  await cell("A1").click();
  await page.getByLabel("A1").first().fill("100");
  await page.getByLabel("A1").first().press("Enter");
  await expect(cell("A4")).toHaveText("total: 130");
  await cell("D4").click();
  await page.locator("#program").fill("/(a+)+$/.test('b')");
  await page.locator("#program").press("Enter");
  await expect(cell("D4")).toHaveText("false");
  await expect(page.locator("#notes")).toContainText("Nothing can stop this once it has begun: regular expression");
  await page.locator("#program").fill("1 +");
  await page.locator("#program").press("Enter");
  await expect(cell("D4")).toHaveText("ScriptSyntaxError");
});
