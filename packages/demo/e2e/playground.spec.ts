/** The playground: what is written is checked, transformed, run, drawn, stopped and shared. */
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible, once, weigh } from "./page.ts";

// One page for the tests that leave its settings alone: what takes time is to load the compiler.
let page: Page;

test.beforeAll(async ({ browser }, { project }) => {
  const { baseURL } = project.use;
  page = await browser.newPage(baseURL === undefined ? {} : { baseURL });
  await open(page);
});

test.afterAll(() => page.close());

async function open(page: Page, hash = ""): Promise<void> {
  await page.goto(`/playground.html${hash}`);
  await expect(page.locator("#status")).toContainText("preemptable", { timeout: 15_000 });
}

/** How many times as long the output of "Two deadlines" is. */
const growth = "3.1×";

/** Chooses an example and waits until it is compiled. */
async function choose(page: Page, example: string, line: RegExp): Promise<void> {
  await page.getByLabel("Example").selectOption({ label: example });
  await expect(page.locator("#status")).toHaveText(line);
}

/** Puts `program` in the place of the one in the editor, as a person would paste it. */
async function write(page: Page, program: string): Promise<void> {
  const editor = page.getByRole("textbox", { name: "Program", exact: true });
  await editor.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(program);
}

const run = (page: Page) => page.locator("#run").click();
const finished = (page: Page) => expect(page.locator("#run-status")).toHaveText("Finished.", { timeout: 15_000 });

test(
  "the page is there before the compiler, in less than 155 kB, and tries again if it does not come",
  once,
  async ({ page }) => {
    let answer = (_: "abort" | "continue") => {};
    const asked = new Promise<"abort" | "continue">((resolve) => {
      answer = resolve;
    });
    const weighed = weigh(page);
    await page.route("**/transform.worker*", async (route) =>
      (await asked) === "abort" ? route.abort() : route.continue(),
    );
    await page.goto("/playground.html", { waitUntil: "load" });
    await expect(page.locator("#editor .cm-content")).toContainText("@preempt");
    await expect(page.locator("#status")).toHaveText("Loading the compiler…");
    await expect(page.locator("#run")).toBeDisabled();
    const sizes = await weighed();
    expect(sizes.length).toBeGreaterThan(2);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(155_000);

    answer("abort");
    await expect(page.locator("#status")).toContainText("The compiler failed");
    await page.unroute("**/transform.worker*");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.locator("#status")).toHaveText(`1 function preemptable, no diagnostics, output ${growth}`);
    await expect(page.locator("#run")).toBeEnabled();
  },
);

test("diagnostics appear at their lines while one writes, and the output follows", async () => {
  await page.getByRole("tab", { name: "Transformed" }).click();
  const output = page.getByRole("textbox", { name: "Transformed program" });
  await choose(page, "Two deadlines", new RegExp(growth));
  await expect(output).toContainText("sum$resumable");
  await write(
    page,
    "class Store {\n  /** @preempt */\n  static {\n    for (;;) if (Math.random() > 0.5) break;\n  }\n}\nnew Store();",
  );
  await expect(page.locator("#status")).toHaveText(/^0 functions preemptable, 1 diagnostic, output/);
  // What is read aloud is not how large the output has become.
  await expect(page.getByRole("status").first()).toHaveText("0 functions preemptable, 1 diagnostic");
  await expect(page.locator("#problems")).toContainText("Line 3 PT1001 @preempt has no effect on a static block,");
  await expect(page.locator(".cm-lintRange-warning")).toHaveText("static");
  await expect(page.locator("#editor .cm-line").nth(2).locator(".cm-lintRange-warning")).toHaveCount(1);
  await expect(output).toContainText("new Store()");
  await expect(output).not.toContainText("resumable");
  await page.getByRole("button", { name: "Line 3" }).click();
  await expect(page.locator("#editor .cm-activeLine")).toContainText("static");
});

test("the paper's strategy and shorter code are a choice away", once, async () => {
  await page.getByRole("tab", { name: "Transformed" }).click();
  await choose(page, "Two deadlines", new RegExp(growth));
  await page.getByLabel("Strategy").selectOption("paper");
  await expect(page.getByRole("textbox", { name: "Transformed program" })).toContainText("yield");
  await page.getByLabel("Strategy").selectOption("capture");
  await page.getByLabel("Optimize").selectOption("size");
  await expect(page.locator("#status")).not.toContainText(growth);
  await page.getByLabel("Optimize").selectOption("speed");
});

test("a run shows its console, its schedule and its jobs", async () => {
  await choose(page, "Two deadlines", new RegExp(growth));
  await run(page);
  await finished(page);
  await expect(page.locator("#console")).toContainText(/answer after .* ms[\s\S]*report after .* ms/);
  const chart = page.locator("#charts").getByRole("img", { name: "What ran when" });
  await expect(chart).toContainText("report");
  // On a busy machine the report is late, and then the last half second shows nothing else.
  await page.getByLabel("Show").selectOption("everything");
  await expect.poll(() => chart.locator("rect.run, rect.late").count()).toBeGreaterThan(3);
  const rows = page.locator("#jobs tbody tr");
  await expect(rows).toHaveText([/answer.*done/, /report.*done/]);
});

test("on a telephone a run is in sight when it begins, and so is Stop", once, async ({ page: other }) => {
  await other.setViewportSize({ width: 390, height: 800 });
  await open(other);
  await choose(other, "An endless loop", /1 function preemptable/);
  await run(other);
  await expect(other.locator("#run-status")).toBeInViewport();
  await expect(other.locator("#console")).toBeInViewport();
  await expect(other.getByRole("button", { name: "Stop" })).toBeInViewport();
  await other.getByRole("button", { name: "Stop" }).click();
  await expect(other.locator("#run-status")).toHaveText("Stopped.");
});

test("every example runs to its end without an error", once, async () => {
  for (const [example, said] of [
    ["Recursion and a beat", "fib(34) is 5702887"],
    ["Jobs that await", "soon counted 500000"],
    ["Priority inheritance", "high responds in"],
    ["Diagnostics", "[528, 552, 315, 635]"],
  ] as const) {
    await choose(page, example, /output/);
    await run(page);
    await finished(page);
    await expect(page.locator("#console")).toContainText(said);
    await expect(page.locator("#console [data-level=error]")).toHaveCount(0);
  }
});

test(
  "timers of a program are said to run, and end with Stop, by a new run and by their clear functions",
  once,
  async () => {
    await write(
      page,
      'const once = setTimeout(() => console.log("never"), 50);\nclearTimeout(once);\nlet n = 0;\nsetInterval(() => console.log("tick", ++n), 20);\nconst frame = () => requestAnimationFrame(frame);\nframe();\nconsole.log("begun");\n',
    );
    await expect(page.locator("#status")).toContainText("0 functions preemptable, no diagnostics");
    await run(page);
    const lines = page.locator("#console");
    await expect(lines).toContainText("tick 3");
    await expect(page.locator("#run-status")).toHaveText("Running: timers.");
    await page.getByRole("button", { name: "Stop" }).click();
    await expect(page.locator("#run-status")).toHaveText("Stopped.");
    const count = await lines.locator("div").count();
    await page.waitForTimeout(300);
    expect(await lines.locator("div").count()).toBeLessThanOrEqual(count + 3);
    await expect(lines).not.toContainText("never");

    await run(page);
    await expect(lines).toContainText("tick 3");
    await write(page, 'setTimeout(() => console.log("the last word"), 400);\nconsole.log("another");\n');
    await page.keyboard.press("ControlOrMeta+Enter");
    await finished(page);
    await expect(lines.locator("div")).toHaveText([/another/, /the last word/]);
  },
);

test(
  "thousands of names leave the schedule readable: those that ran last, and how many more there are",
  once,
  async () => {
    await write(
      page,
      'import { rt } from "playground";\n/** @preempt */\nfunction f(n: number) {\n  for (let i = 0; i < n; i++);\n}\nfor (let i = 0; i < 3000; i++) rt.submit(f, { args: [9], name: "job" + i });\n',
    );
    await expect(page.locator("#status")).toContainText("1 function preemptable, no diagnostics");
    await run(page);
    await finished(page);
    await expect(page.locator("#charts")).toContainText("job2999");
    await expect(page.locator("#charts")).toContainText(/\n[\d,]+ more$/);
    await expect(page.locator("#charts svg.row")).toHaveCount(20);
  },
);

test(
  "Run pressed twice while the scheduler is loaded begins one run, and a failure to load it is told",
  once,
  async ({ page: other }) => {
    let load = () => {};
    const asked = new Promise<void>((resolve) => {
      load = resolve;
    });
    await other.route("**/assets/run-*", async (route) => {
      await asked;
      await route.continue();
    });
    await open(other);
    await write(other, 'console.log("begun");');
    await expect(other.locator("#status")).toContainText("0 functions preemptable");
    await run(other);
    await expect(other.getByRole("tab", { name: "Run" })).toHaveAttribute("aria-selected", "true");
    await run(other);
    await other.waitForTimeout(300);
    load();
    await finished(other);
    await expect(other.locator("#console div")).toHaveText([/begun/]);

    await other.unroute("**/assets/run-*");
    await other.route("**/assets/run-*", (route) => route.abort());
    await open(other);
    await run(other);
    await expect(other.locator("#run-status")).toContainText("Not run: the scheduler could not be loaded");
  },
);

test(
  "a program that is to run is forgotten when another one is opened before it is compiled",
  once,
  async ({ page: other }) => {
    // A slow machine.
    await other.addInitScript(() => {
      window.Worker = class extends Worker {
        override postMessage(message: unknown): void {
          setTimeout(() => super.postMessage(message), 500);
        }
      };
    });
    await open(other);
    await write(other, 'console.log("not wanted");');
    await run(other);
    await choose(other, "An endless loop", /1 function preemptable, no diagnostics, output 4.2×/);
    await other.waitForTimeout(1000);
    await expect(other.getByRole("tab", { name: "Run" })).toHaveAttribute("aria-selected", "false");
    await expect(other.locator("#run-status")).toHaveText("Not run yet.");
  },
);

test("an endless loop leaves the page alive, and ends with Stop", async () => {
  await choose(page, "An endless loop", /1 function preemptable, no diagnostics/);
  await run(page);
  await expect(page.locator("#console")).toContainText("Still here, 2");
  const frames = await page.evaluate(async () => {
    const end = performance.now() + 1000;
    let count = 0;
    while (performance.now() < end) {
      await new Promise(requestAnimationFrame);
      count++;
    }
    return count;
  });
  expect(frames).toBeGreaterThan(20);
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.locator("#run-status")).toHaveText("Stopped.");
  await expect(page.locator("#console")).toContainText(/Stopped after \d+ turns/);
  await expect(page.getByRole("button", { name: "Run", exact: true })).toBeEnabled();
  await expect(page.locator("#jobs")).toContainText("cancelled");
});

test("an endless loop outside preemptable functions is marked before it hangs the page", async () => {
  await write(page, "while (true) {}");
  await expect(page.locator("#problems")).toContainText("Line 1 PG2 Nothing can stop this endless loop");
});

test("the error of a job is shown with its line", async () => {
  await write(
    page,
    'import { rt } from "playground";\n/** @preempt */\nfunction f(n: number) {\n  for (let i = 0; i < n; i++);\n  throw new Error("no more");\n}\nrt.submit(f, { args: [9] });\n',
  );
  await expect(page.locator("#status")).toContainText("1 function preemptable");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.locator("#console [data-level=error]")).toContainText("Job f: Error: no more (line 5)");
});

test("what is thrown in a timer is shown with its line, whatever it is", async () => {
  await write(
    page,
    'setTimeout(() => {\n  throw "a text";\n});\nsetTimeout(() => {\n  throw new Error("no more");\n}, 50);\n',
  );
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.locator("#console [data-level=error]")).toHaveText([/a text \(line 2\)/, /no more \(line 5\)/]);
});

test("what the browser does not understand is shown with its line, and modules by their names", async () => {
  for (const [program, said] of [
    ["let a = 1;\nfunction f() {\n  await a;\n}\n", /SyntaxError: .*reserved.* \(line 3\)$/],
    ['import { rt,\n  nothing } from "playground";\nrt.submit(nothing);\n', /'playground'.*'nothing' \(line 2\)$/],
  ] as const) {
    await write(page, program);
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(page.locator("#console [data-level=error]")).toHaveText([said]);
  }
});

test("tables, traces and formats are shown in the console", async () => {
  await write(
    page,
    'console.table([{ name: "a", ms: 1 }]);\nfunction f() {\n  console.trace("%d deep", 1);\n}\nf();\nconsole.assert(1 > 2, "no");\n',
  );
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.locator("#console div")).toHaveText([
    /\(index\) │ name │ ms\n/,
    /Trace: 1 deep\n {2}at line 3\n {2}at line 5$/,
    /Assertion failed: no/,
  ]);
});

test("a link carries the program and the settings", once, async ({ page: other }) => {
  await write(page, 'console.log("from a link");');
  await page.getByRole("tab", { name: "Run" }).click();
  await page.getByLabel("Policy").selectOption("fp");
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.locator("#notice")).toContainText("address bar");
  await open(other, new URL(page.url()).hash);
  await run(other);
  await expect(other.locator("#console")).toContainText("from a link");
  await expect(other.getByLabel("Policy")).toHaveValue("fp");
});

test("a program is compiled once: that of a link alone, and not again to be run", once, async ({ page: other }) => {
  await other.addInitScript(() => {
    const compiled: string[] = [];
    Object.assign(window, { compiled });
    window.Worker = class extends Worker {
      override postMessage(message: { program: string }): void {
        compiled.push(message.program.slice(0, 20));
        super.postMessage(message);
      }
    };
  });
  await open(other);
  await write(other, 'console.log("once");');
  await other.getByRole("button", { name: "Copy link" }).click();
  await expect(other.locator("#notice")).toContainText("address bar");
  await other.reload();
  await expect(other.locator("#status")).toContainText("0 functions preemptable");
  await run(other);
  await expect(other.locator("#console")).toContainText("once");
  expect(await other.evaluate(() => (window as unknown as { compiled: string[] }).compiled)).toEqual([
    'console.log("once");',
  ]);
});

test("a damaged link says so, and opens the first example", once, async () => {
  await page.evaluate(() => {
    location.hash = "#program=AAAA";
  });
  await expect(page.locator("#notice")).toContainText("damaged or cut off");
  await expect(page.locator("#editor")).toContainText("A long computation");
  await expect(page.getByLabel("Policy")).toHaveValue("edf");
});

test("Tab does not trap: Escape, then Tab leaves the editor", async () => {
  const editor = page.getByRole("textbox", { name: "Program", exact: true });
  await editor.focus();
  await page.keyboard.press("Tab");
  await expect(editor).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(editor).not.toBeFocused();
});

test("a program survives the choice of an example: undo brings it back, and so does the box", async () => {
  const editor = page.getByRole("textbox", { name: "Program", exact: true });
  const box = page.getByLabel("Example");
  await choose(page, "Two deadlines", new RegExp(growth));
  await write(page, 'console.log("mine");');
  await expect(box).toHaveValue("");
  await choose(page, "An endless loop", /1 function preemptable/);
  await expect(page.locator("#notice")).toContainText("Your program is kept");
  await editor.focus();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(editor).toHaveText('console.log("mine");');
  await expect(box).toHaveValue("");
  await choose(page, "An endless loop", /1 function preemptable/);
  await box.selectOption({ label: "your program" });
  await expect(editor).toHaveText('console.log("mine");');
});

test("a reload loses nothing that was written, unless the address carries a program", async ({ page: other }) => {
  await open(other);
  await write(other, 'console.log("mine");');
  await other.reload();
  const editor = other.getByRole("textbox", { name: "Program", exact: true });
  await expect(editor).toHaveText('console.log("mine");');
  await other.getByRole("button", { name: "Copy link" }).click();
  await expect(other.locator("#notice")).toContainText("address bar");
  const link = other.url();
  await write(other, 'console.log("later");');
  await other.reload();
  await expect(editor).toHaveText('console.log("later");');
  await other.goto(link);
  await other.reload();
  await expect(editor).toHaveText('console.log("mine");');
  await choose(other, "An endless loop", /1 function preemptable/);
  await expect(other.locator("#notice")).toContainText("Undo brings the program of the link back");
  await other.reload();
  await expect(editor).toHaveText('console.log("later");');
});

test("a reload keeps the settings, with a program in the address as well", once, async ({ page: other }) => {
  await open(other);
  await other.getByLabel("Functions").selectOption("all");
  await other.getByRole("tab", { name: "Run" }).click();
  const [policy, budget] = [other.getByLabel("Policy"), other.getByLabel("Budget")];
  await policy.selectOption("rr");
  await budget.selectOption("100");
  await other.reload();
  await expect(policy).toHaveValue("rr");
  await expect(budget).toHaveValue("100");
  await expect(other.getByLabel("Functions")).toHaveValue("all");

  await other.getByRole("button", { name: "Copy link" }).click();
  await expect(other.locator("#notice")).toContainText("address bar");
  const link = other.url();
  await other.getByRole("tab", { name: "Run" }).click();
  await policy.selectOption("fifo");
  await expect.poll(() => other.url()).not.toBe(link);
  await other.reload();
  await expect(other.locator("#editor")).toContainText("A long computation");
  await expect(policy).toHaveValue("fifo");
  await expect(budget).toHaveValue("100");
});

test("tabs follow the arrow keys", async () => {
  // Another test's page may have the keyboard.
  await page.bringToFront();
  await page.getByRole("tab", { name: "Transformed" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Run" })).toBeFocused();
  await expect(page.getByRole("tabpanel", { name: "Run" })).toBeVisible();
  await expect(page.getByRole("tabpanel", { name: "Transformed" })).toBeHidden();
});

test("axe finds nothing, in light and dark", once, async () => {
  await choose(page, "Diagnostics", /3 diagnostics/);
  await run(page);
  await finished(page);
  for (const [tab, colorScheme, what] of [
    ["Run", "light", "body"],
    ["Transformed", "dark", "body"],
  ] as const) {
    await page.getByRole("tab", { name: tab }).click();
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, what);
  }
});
