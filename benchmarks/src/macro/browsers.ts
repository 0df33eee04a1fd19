/** The browsers that there are, each with the page open. */
import { type BrowserName, openBrowser } from "../browsers/open.ts";
import { until } from "../browsers/until.ts";
import { driverOf, type PageDriver } from "./page.ts";

const pageTimeout = 30_000;

/** @throws LabError if there is no such browser here, or the page does not answer */
export async function openPage(name: BrowserName, url: string): Promise<PageDriver> {
  const { engine, goTo, run, close } = await openBrowser(name);
  try {
    await goTo(url);
    const isThere = async () => (await run("return '__macro' in window;")) === true;
    await until(isThere, "the page does not answer", pageTimeout);
  } catch (error) {
    await close();
    throw error;
  }
  return driverOf(engine, run, close);
}
