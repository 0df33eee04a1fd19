/** The demo in WebKitGTK, where that is installed: each scenario runs, keeps its box in time, and has nothing to complain of. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { until } from "../src/browsers/until.ts";
import { hasWebKit, startWebKit, type WebKitSession } from "../src/browsers/webkit.ts";
import { servePage } from "../src/rounds/browsers.ts";

const scenarios = ["paper", "markdown", "search", "image", "chess", "inversion", "overload", "server"];

describe.skipIf(!hasWebKit())("in WebKitGTK", () => {
  let served: Awaited<ReturnType<typeof servePage>>;
  let session: WebKitSession;

  beforeAll(async () => {
    served = await servePage("index.html");
    session = await startWebKit();
  });

  afterAll(async () => {
    await session?.close();
    served?.stop();
  });

  test.each(scenarios)("the scenario %s runs", { timeout: 60_000 }, async (scenario) => {
    // As each opens by itself; but overload makes the box late under EDF, as it says.
    const policy = scenario === "overload" ? "&policy=fp" : "";
    // A new fragment alone would not load the page again.
    await session.goTo(`${served.url}?${scenario}#scenario=${scenario}${policy}`);
    const count = () => session.run("return window.__preempt?.row('box')?.finished ?? 0;") as Promise<number>;
    // On a slow and busy machine the tasks of `server` ask for more time than there is until the engine has compiled them.
    await until(async () => (await count()) > 20, `the box of ${scenario} does not move`, 45_000);
    expect(await session.run("return document.querySelector('#notices').textContent;")).toBe("");
  });

  test("a program of the playground runs", async () => {
    await session.goTo(served.url.replace("index.html", "playground.html"));
    const status = () => session.run("return document.querySelector('#status').textContent;") as Promise<string>;
    await until(async () => (await status()).includes("preemptable"), "the compiler does not come");
    await session.run("document.querySelector('#run').click();");
    const run = () => session.run("return document.querySelector('#run-status').textContent;") as Promise<string>;
    await until(async () => (await run()) === "Finished.", "the program does not end");
  });
});
