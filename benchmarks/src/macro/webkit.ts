/** The macro benchmark's page in WebKitGTK. */
import { driverOf, type PageDriver } from "./page.ts";
import { startWebKit, until } from "./webkit-session.ts";

/** @throws LabError if parts of WebKitGTK are missing, or the page does not answer */
export async function openWebKit(url: string): Promise<PageDriver> {
  const session = await startWebKit();
  try {
    await session.goTo(url);
    await until(async () => (await session.run("return '__macro' in window;")) === true, "the page does not answer");
  } catch (error) {
    await session.close();
    throw error;
  }
  return driverOf(session.engine, session.run, session.close);
}
