/** The browsers that there are, each with the page open. */
import { type BrowserName, openBrowser } from "../browsers/open.ts";
import { until } from "../browsers/webkit.ts";
import { driverOf, type PageDriver } from "./page.ts";

/** @throws LabError if there is no such browser here, or the page does not answer */
export async function openPage(name: BrowserName, url: string): Promise<PageDriver> {
  const { engine, goTo, run, close } = await openBrowser(name);
  try {
    await goTo(url);
    await until(async () => (await run("return '__macro' in window;")) === true, "the page does not answer");
  } catch (error) {
    await close();
    throw error;
  }
  return driverOf(engine, run, close);
}
