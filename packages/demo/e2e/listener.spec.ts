/** `rt.listener` with a browser's own events: the handler starts inside the event, and the rest of it is a job. */
import { expect, type Page, test } from "@playwright/test";
import { type BuiltPage, buildPage } from "./built-page.ts";

let built: BuiltPage;

test.beforeAll(async () => {
  built = await buildPage("listener", {});
});

test.afterAll(() => built.close());

const logOf = (page: Page) => page.evaluate(() => (window as unknown as { log: string[] }).log);

test("a handler of keys prevents the default, lets the key go up in between, and is cancelled by the next key", async ({
  page,
}) => {
  await page.goto(built.addresses[0] ?? "");
  await page.locator("#letters").pressSequentially("1a2");
  await expect(page.locator("#output")).toHaveText(/end 2/);
  expect(await page.locator("#letters").inputValue()).toBe("12");
  // Called plainly, each handler would end before its key goes up.
  expect(await logOf(page)).toEqual([
    ...["start 1 true", "up 1", "start a true", "up a", "start 2 true", "up 2"],
    "end 2",
  ]);
});

test("a form is not sent by the browser, and a task that follows the click runs before the handler has ended", async ({
  page,
}) => {
  const [address = ""] = built.addresses;
  await page.goto(address);
  await page.locator("#send").click();
  await expect(page.locator("#output")).toHaveText(/sent/);
  expect(page.url()).toBe(address);
  expect(await logOf(page)).toEqual(["sending", "after the click", "sent"]);
});
