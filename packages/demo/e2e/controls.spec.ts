/** Each control of the page does what it says, by pointer and by keyboard, and the link carries it. */
import { expect, test } from "@playwright/test";
import { apart, counting, enter, expectAccessible, once, open, weigh } from "./page.ts";

const quiet = "option.load=none&option.typing=you";

test(
  "policy, preemption, slice, round, budget and strategy change the running system, and a link brings all of it back",
  once,
  async ({ page }) => {
    await open(page, quiet);
    const setup = () => page.evaluate(() => window.__preempt.setup);
    await page.getByRole("radio", { name: "EDF" }).focus();
    await page.keyboard.press("ArrowRight");
    expect(await setup()).toMatchObject({ policy: "aging", preemption: true });
    await page.getByRole("radio", { name: "FCFS" }).check();
    expect(await setup()).toMatchObject({ policy: "fcfs", preemption: false });
    await expect(page.getByLabel("Slice, ms")).toBeDisabled();
    await page.getByLabel("Preemption").check();
    await enter(page.getByLabel("Slice, ms"), "2.5");
    await enter(page.getByLabel("Round, ms"), "8");
    await enter(page.getByLabel("Budget"), "300");
    await page.getByLabel("Code by").selectOption("paper");
    const changed = { policy: "fcfs", preemption: true, slice: 2.5, round: 8, budget: 300, strategy: "paper" };
    expect(await setup()).toMatchObject(changed);
    await counting(page);

    await page.reload();
    await counting(page);
    expect(await setup()).toMatchObject(changed);
    await expect(page.getByLabel("Budget")).toHaveValue("300");
    await page.getByRole("button", { name: "Reset" }).click();
    await expect.poll(setup).toMatchObject({ policy: "edf", slice: 1, round: "auto", budget: "auto" });
  },
);

test("a value out of range is refused where it is given, and a link's is told", once, async ({ page }) => {
  await open(page, `${quiet}&policy=lifo`);
  await expect(page.getByRole("status").filter({ hasText: "policy=lifo" })).toContainText(
    "one of fcfs, fp, edf, aging",
  );
  const slice = page.getByLabel("Slice, ms");
  await enter(slice, "-3");
  const refusal = () => slice.evaluate((field: HTMLInputElement) => field.validationMessage);
  await expect.poll(refusal).toContain("from 0.1 to 100");
  expect(await page.evaluate(() => window.__preempt.setup.slice)).toBe(1);
});

test(
  "what a link says of a scenario, an option or a task that there is not is left out and told",
  once,
  async ({ page }) => {
    const notices = page.locator("#notices");
    await open(page, `${quiet}&option.lod=none&task.axe=1,1,1,1&add.box=9,9,1,1`);
    await expect(notices).toContainText("option.lod; expected was one of load, typing");
    await expect(notices).toContainText("task.axe");
    await expect(notices).toContainText("add.box");
    await expect(page.getByRole("row", { name: /^box/ })).toHaveCount(1);
    await expect(page).toHaveURL(/#option.load=none&option.typing=you$/);
    // It is of a set-up that is no more.
    await page.getByLabel("Preemption").uncheck();
    await expect(notices).toBeEmpty();
    await open(page, `${quiet}&scenario=chss`);
    await expect(notices).toContainText("one of paper, markdown");
  },
);

test("no more tasks are added than a link carries", once, async ({ page }) => {
  const tasks = Array.from({ length: 50 }, (_, i) => `add.t${i}=60000,60000,0.1,1`);
  await open(page, [quiet, ...tasks].join("&"));
  const add = page.getByRole("button", { name: "Add task" });
  await add.click();
  await expect(page.locator("#add-status")).toContainText("a link carries no more");
  expect(await page.evaluate(() => window.__preempt.setup.added.length)).toBe(50);
  await page.getByRole("button", { name: "Remove task t7" }).click();
  await expect(page.locator("#add-status")).toBeEmpty();
  await add.click();
  await expect(page.getByRole("row", { name: /^mine 1/ })).toBeVisible();
});

test("who edits tasks by keyboard stays where they are, row by row and after a removal", async ({ page }) => {
  await open(page, `${quiet}&add.mine=1000,1000,1,1&add.other=1000,1000,1,1`);
  await enter(page.getByLabel("box: period, milliseconds"), "50");
  await expect(page.getByLabel("box: deadline, milliseconds")).toBeFocused();
  const deadline = page.getByLabel("box: deadline, milliseconds");
  await deadline.press("ControlOrMeta+a");
  await deadline.pressSequentially("40");
  await deadline.press("Enter");
  await expect(page).toHaveURL(/task\.box=50,40,0\.3,100/);
  await expect(deadline).toBeFocused();
  await page.getByRole("button", { name: "Remove task mine" }).press("Enter");
  await expect(page.getByRole("button", { name: "Remove task other" })).toBeFocused();
});

test("tasks can be edited, added and removed, with the admission test's answer", once, async ({ page }) => {
  await open(page, quiet);
  const answer = page.locator("#admission");
  await expect(answer).toContainText("✓ admitted");
  await page.getByRole("button", { name: "Add task" }).click();
  const added = page.getByRole("row", { name: /mine 1/ });
  await expect(added).toBeVisible();
  await expect(answer).toContainText("U = 0.22");
  await expect.poll(() => page.evaluate(() => window.__preempt.row("mine 1")?.finished ?? 0)).toBeGreaterThan(1);

  await enter(page.getByLabel("mine 1: execution time, milliseconds"), "130");
  await expect(answer).toContainText("✗ refused");
  await expect(page).toHaveURL(/add\.mine\+1=100,100,130,1/);
  await page.getByRole("button", { name: "Remove task mine 1" }).click();
  await expect(added).toHaveCount(0);
  await expect(answer).toContainText("✓ admitted");

  await enter(page.getByLabel("box: period, milliseconds"), "50");
  await counting(page);
  await expect(page).toHaveURL(/task\.box=50,16\.6,0\.3,100/);
});

// Firefox shows what was downloaded, and that takes keys.
apart("a recorded trace is saved as a file that names the tasks", async ({ page, browserName }) => {
  // Not every browser here tells of downloads: what is saved is seen where it is made.
  await page.addInitScript(() => {
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob: Blob) => {
      Object.assign(window, { saved: blob.text() });
      return make(blob);
    };
  });
  await open(page, quiet);
  await page.getByRole("button", { name: "Record" }).click();
  // What is read aloud does not count seconds.
  await expect(page.locator("#record-time")).toHaveText("1 s");
  await expect(page.locator("#record-status")).toHaveText("Recording.");
  const download = browserName === "chromium" ? page.waitForEvent("download") : undefined;
  await page.getByRole("button", { name: "Stop and save" }).click();
  await expect(page.locator("#record-status")).toContainText("events saved");
  await expect(page.locator("#record-time")).toBeEmpty();
  expect((await download)?.suggestedFilename() ?? "preempt-trace.json").toBe("preempt-trace.json");
  const trace = JSON.parse(await page.evaluate(() => (window as unknown as { saved: Promise<string> }).saved));
  const names = trace.traceEvents.map(({ name }: { name: string }) => name);
  expect(names.some((name: string) => name.startsWith("box"))).toBe(true);
  expect(names.length).toBeGreaterThan(100);
});

test("a job that will hold the page for seconds is told before it begins", once, async ({ page }) => {
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector("#notices")?.textContent) Object.assign(window, { told: performance.now() });
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await open(page, `${quiet}&policy=fcfs&add.big=60000,60000,4000,1`);
  await expect.poll(() => page.evaluate(() => window.__preempt.row("big")?.finished), { timeout: 30_000 }).toBe(1);
  await expect(page.locator("#notices")).toContainText("each job of task big holds the page for 4 s");
  const ago = await page.evaluate(() => performance.now() - (window as unknown as { told: number }).told);
  expect(ago).toBeGreaterThan(3000);
  await page.getByLabel("Preemption").check();
  await expect(page.locator("#notices")).toBeEmpty();
});

test("pausing stops every job, and going on starts them again", once, async ({ page }) => {
  await open(page, quiet);
  const box = () => page.locator("#box").evaluate((element) => getComputedStyle(element).transform);
  await page.getByRole("button", { name: "Pause" }).click();
  const still = await box();
  await page.waitForTimeout(300);
  expect(await box()).toBe(still);
  await page.getByRole("button", { name: "Go on" }).click();
  await expect.poll(box).not.toBe(still);
});

test("what was typed, dragged and scrolled to while the page was paused is answered when it goes on", async ({
  page,
}) => {
  await open(page, quiet);
  await page.getByRole("button", { name: "Pause" }).click();
  const at = async () => (await page.locator("#puck").boundingBox())?.x ?? Number.NaN;
  const from = await at();
  await page.locator("#puck").press("ArrowRight");
  await page.locator("#typed").fill("typed meanwhile");
  await page.locator("#list").evaluate((list) => {
    list.scrollTop = 28_000;
  });
  await page.getByRole("button", { name: "Go on" }).click();
  await expect.poll(at).toBeGreaterThan(from + 5);
  await expect(page.locator("#echo")).toHaveText("typed meanwhile");
  await expect(page.getByText("Row 1,002 of 100,000")).toBeVisible();
});

test("the longest period can be read in its field", async ({ page }) => {
  await open(page, `${quiet}&add.rare=600000,600000,1,-1000`);
  for (const field of ["period, milliseconds", "deadline, milliseconds", "priority"]) {
    const cut = await page.getByLabel(`rare: ${field}`).evaluate((input) => input.scrollWidth - input.clientWidth);
    expect(cut, field).toBeLessThanOrEqual(0);
  }
});

test("a field of a task that is emptied is refused, and the task stays as it is", async ({ page }) => {
  await open(page, quiet);
  const priority = page.getByLabel("box: priority");
  await priority.fill("");
  await priority.press("Tab");
  const refusal = () => priority.evaluate((field: HTMLInputElement) => field.validationMessage);
  await expect.poll(refusal).toContain("from -1000 to 1000");
  expect(await page.evaluate(() => window.__preempt.setup.edits)).toEqual({});
  await enter(page.getByLabel("drag: priority"), "94");
  await expect(page).toHaveURL(/task\.drag=8,16\.6,0\.3,94/);
});

test(
  "a scenario that does not load is told, and can be opened again by its link and by Reset",
  once,
  async ({ page }) => {
    const chess = page.getByRole("link", { name: "Chess" });
    const shown = page.locator("main:not(.opening)");
    for (const again of [chess, page.getByRole("button", { name: "Reset" })]) {
      await page.route("**/assets/scenario-*", (route) => route.abort());
      await page.goto(`./scheduler.html?${Math.random()}#scenario=chess`);
      await expect(page.locator("#notices")).toContainText("Chess could not be loaded. Choose it again");
      await expect(shown).toHaveCount(0);
      await page.unroute("**/assets/scenario-*");
      await again.click();
      await expect(page).toHaveTitle("Chess · Preempt");
      await expect(shown).toBeVisible();
      await expect(page.locator("#notices")).toBeEmpty();
    }
  },
);

test("code that does not load is told by its name, and comes when it is asked for again", once, async ({ page }) => {
  await open(page, quiet);
  await page.route("**/assets/{highlight,work,output}*", (route) => route.abort());
  await page.getByText("The code, and what the transform makes of it").click();
  await expect(page.locator("#notices")).toContainText("work.ts could not be loaded. Choose it again");
  await page.unroute("**/assets/{highlight,work,output}*");
  await page.getByText("The code, and what the transform makes of it").click();
  await page.getByText("The code, and what the transform makes of it").click();
  await expect(page.locator("#code-written")).toContainText("encryptAndDecrypt");
  await expect(page.locator("#code-emitted")).toContainText("resumable");
});

test(
  "another scenario runs though the one before was paused, with its own tasks and its name as the title",
  once,
  async ({ page }) => {
    await open(page, quiet);
    await expect(page).toHaveTitle("The paper · Preempt");
    await page.getByRole("button", { name: "Pause" }).click();
    await expect(page.getByRole("button", { name: "Go on" })).toBeVisible();
    await page.getByRole("link", { name: "Greedy script" }).click();
    await expect(page).toHaveTitle("Greedy script · Preempt");
    await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
    await expect.poll(() => page.evaluate(() => window.__preempt.row("preview")?.finished ?? 0)).toBeGreaterThan(1);
    expect(await page.evaluate(() => window.__preempt.row("aes"))).toBeUndefined();
  },
);

test(
  "what is changed while the page is paused is shown at once, without the numbers of before",
  once,
  async ({ page }) => {
    await open(page, quiet);
    await counting(page);
    await page.getByRole("button", { name: "Pause" }).click();
    const missed = page.getByRole("row", { name: /^box/ }).locator("td").last();
    await expect(missed).toHaveText(/^\d+ \/ [1-9]/);
    await page.getByRole("radio", { name: "Aging" }).check();
    await expect(missed).toHaveText("0 / 0");
  },
);

test("nothing runs while nobody sees the page, and misses are counted anew when it is back", once, async ({ page }) => {
  await open(page, quiet);
  await counting(page);
  const finished = () => page.evaluate(() => window.__preempt.row("box")?.finished ?? 0);
  const see = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
      document.dispatchEvent(new Event("visibilitychange"));
    }, isHidden);
  // A second's worth: what has been finished by the time that it is asked anew is less.
  await expect.poll(finished).toBeGreaterThan(60);
  await see(true);
  const before = await finished();
  await page.waitForTimeout(400);
  expect(await finished()).toBe(before);
  await see(false);
  await expect.poll(finished, { intervals: [50] }).toBeLessThan(60);
  await counting(page);
});

test("the code of a scenario is shown beside what the transform makes of it", once, async ({ page }) => {
  await open(page, quiet);
  await page.getByText("The code, and what the transform makes of it").click();
  await expect(page.locator("#code-written")).toContainText("@preempt");
  await expect(page.locator("#code-emitted")).toContainText("@preempt/runtime");
  await page.getByLabel("File").selectOption({ label: "busy.ts" });
  await expect(page.locator("#code-written")).toContainText("function spin");
  await expect(page.locator("#code-sizes")).toHaveText(/\d+ lines as written, \d+ as emitted/);
});

test("the page passes the accessibility rules, light and dark, open code included", once, async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await open(page, "scenario=inversion");
  await page.getByText("The code, and what the transform makes of it").click();
  await expect(page.locator("#code-emitted")).toContainText("@preempt/runtime");
  // A page that does nothing is checked quicker.
  await page.getByRole("button", { name: "Pause" }).click();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
});

test("more work than the page has memory for is not given to a job, which is told", once, async ({ page }) => {
  await open(page, "scenario=overload&task.render=60000,60000,60000,1");
  await expect(page.locator("#notices")).toContainText("Task render gets data for 2000 ms at most");
  await expect.poll(() => page.evaluate(() => window.__preempt.row("encrypt")?.finished ?? 0)).toBeGreaterThan(1);
});

test(
  "in high contrast the box, the chosen policy and the switch are seen, and charts keep their colours",
  once,
  async ({ page }) => {
    await page.emulateMedia({ forcedColors: "active" });
    await open(page, quiet);
    const ground = (selector: string) =>
      page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor);
    const around = await ground("body");
    for (const seen of ["#box", ".segmented input:checked + span", "#preemption", "tbody tr:first-child i"]) {
      expect(await ground(seen), seen).not.toBe(around);
    }
    await page.getByLabel("Preemption").uncheck();
    await page.getByRole("button", { name: "Add task" }).click();
    // The ready queue's ground: its text would not be read on the colour of text.
    const colours = await page.locator("#timeline").evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
      const found = new Set<string>();
      for (let i = 0; i < data.length; i += 4)
        if (data[i + 3] === 255) found.add(`${data[i]},${data[i + 1]},${data[i + 2]}`);
      return [...found];
    });
    expect(colours).toContain("28,122,74");
  },
);

test("a page that comes back into sight has no late frames of the time when it had none", once, async ({ page }) => {
  // As browsers do it: no frames out of sight.
  await page.addInitScript(() => {
    const frame = requestAnimationFrame;
    const waiting: FrameRequestCallback[] = [];
    window.requestAnimationFrame = (callback) => (document.hidden ? waiting.push(callback) : frame(callback));
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) for (const callback of waiting.splice(0)) frame(callback);
    });
  });
  await open(page, quiet);
  await counting(page);
  const worst = await page.evaluate(async () => {
    const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    const see = (hidden: boolean) => {
      Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
      document.dispatchEvent(new Event("visibilitychange"));
    };
    see(true);
    await sleep(800);
    see(false);
    await sleep(200);
    return window.__preempt.worst(1000);
  });
  expect(worst).toBeLessThan(500);
});

// What is said to the browser itself, nobody takes back.
apart("charts are as sharp as the screen when the page is zoomed", once, async ({ page }) => {
  await open(page, quiet);
  const canvas = page.locator("#queue");
  const width = () => canvas.evaluate((element: HTMLCanvasElement) => element.width / element.clientWidth);
  expect(await width()).toBeCloseTo(1, 1);
  const { width: across, height } = page.viewportSize() as { width: number; height: number };
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setDeviceMetricsOverride", {
    width: across,
    height,
    deviceScaleFactor: 2,
    mobile: false,
  });
  await expect.poll(width).toBeCloseTo(2, 1);
});

test("on a telephone nothing is wider than the screen", once, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const across = () => page.evaluate(() => document.documentElement.scrollWidth);
  await open(page);
  expect(await across()).toBeLessThanOrEqual(320);
  for (const other of ["playground", "macro"]) {
    await page.goto(`./${other}.html`);
    expect(await across()).toBeLessThanOrEqual(320);
  }
});

test("on a telephone the scenario on show is in sight in its strip, and tasks keep their names when one scrolls", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, "scenario=server");
  const pill = page.getByRole("link", { name: "Greedy script" });
  const right = async () => {
    const { x, width } = (await pill.boundingBox()) as { x: number; width: number };
    return x + width;
  };
  await expect.poll(right).toBeLessThanOrEqual(390);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.locator(".tasks").evaluate((table) => {
    table.scrollLeft = 500;
  });
  const name = await page.getByRole("rowheader", { name: "preview" }).boundingBox();
  expect(name?.x).toBeGreaterThan(0);
});

test("on a telephone a long name of a task breaks, and others do not", once, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, `${quiet}&add.a+name+of+many+characters+in+a+link=100,100,1,1&add.mine+1=100,100,1,1`);
  const size = async (name: string) =>
    (await page.getByRole("rowheader", { name }).boundingBox()) ?? { width: 0, height: 0 };
  const [long, short, box] = [await size("a name"), await size("mine 1"), await size("box")];
  expect(long.width).toBeLessThan(160);
  expect(long.height).toBeGreaterThan(40);
  expect(short.height).toBeLessThan(40);
  expect(box.height).toBeLessThan(40);
});

// Only Chromium tells of shifts.
test("the page loads in under 150 kB, and does not shift while it does", once, async ({ page }) => {
  const weighed = weigh(page);
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await open(page);
  const bytes = (await weighed()).reduce((sum, size) => sum + size);
  console.log(`${(bytes / 1000).toFixed(0)} kB, compressed`);
  expect(bytes).toBeGreaterThan(20_000);
  expect(bytes).toBeLessThan(150_000);
  const shifted = await page.evaluate(() =>
    (window as unknown as { shifts: number[] }).shifts.reduce((a, b) => a + b, 0),
  );
  expect(shifted).toBeLessThan(0.05);
});

test("on a host that does not isolate the page it works with the coarser clock, and says so", async ({ page }) => {
  // The document alone decides.
  await page.route(/\/scheduler\.html\?0\./, async (route) => {
    const response = await route.fetch();
    const isIsolating = (name: string) => name.startsWith("cross-origin-");
    const headers = Object.fromEntries(Object.entries(response.headers()).filter(([name]) => !isIsolating(name)));
    await route.fulfill({ status: 200, headers, body: await response.text() });
  });
  await open(page, quiet);
  await expect(page.locator("#clock")).toContainText("not cross-origin isolated");
});
