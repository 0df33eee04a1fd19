/** Uses the gallery as a person does: chooses an entry, presses Run, and types. */
import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "playwright";
import { until } from "../browsers/until.ts";
import { LabError } from "../lab/errors.ts";
import { look, othersBetween } from "../macro/others.ts";
import { randomNumbers } from "../workloads/random.ts";
import type { EntryId, Measured, Mode } from "./measured.ts";

interface Handle {
  readonly ready: string | undefined;
  readonly sample: string | undefined;
  readonly results: readonly Measured[];
  readonly error: string;
}

const loadTimeout = 60_000;
const runTimeout = 120_000;
/** So that nothing of a run is left when the next begins. */
const rest = 400;
/** From the click to the first key. */
const beforeKeys = 150;

function ask<Key extends keyof Handle>(page: Page, key: Key): Promise<Handle[Key]> {
  return page.evaluate((key) => (window as unknown as { __gallery?: Handle }).__gallery?.[key] as never, key);
}

/** Loads the page anew, and waits until the entry can be run. @throws LabError if it cannot */
export async function openEntry(page: Page, url: string, entry: EntryId): Promise<void> {
  await page.goto(`${url}?${Math.random()}#${entry}`);
  await until(async () => (await ask(page, "ready")) === entry, `the gallery does not open "${entry}"`, loadTimeout);
}

/** How many runs of the entry are over. */
export async function resultsOf(page: Page): Promise<number> {
  return (await ask(page, "results")).length;
}

/** The modes that the entry has: a library that needs the page has no worker. */
export async function hasMode(page: Page, mode: Mode): Promise<boolean> {
  return (await page.locator(`button[data-mode=${mode}]`).count()) > 0;
}

/** @param seed Of the instants at which keys are pressed */
export async function runMode(
  page: Page,
  mode: Mode,
  seed: number,
): Promise<Measured & { others?: number | undefined }> {
  const before = await resultsOf(page);
  const sample = await ask(page, "sample");
  const start = look();
  // Not waited for: the click is answered when the page has done what it does at once.
  const clicked = page.locator(`button[data-mode=${mode}]`).click({ noWaitAfter: true });
  clicked.catch(() => {});
  if (sample !== undefined) await clicked;
  const typist = pressKeys(page, sample, seed);
  try {
    await until(
      async () => (await resultsOf(page)) > before || (await ask(page, "error")) !== "",
      "no result",
      runTimeout,
    );
  } finally {
    typist.stop();
  }
  const end = look();
  const measured = (await ask(page, "results"))[before];
  if (measured === undefined) throw new LabError("page_failed", `${mode}: ${await ask(page, "error")}`);
  await wait(rest);
  return { ...measured, others: start && end && othersBetween(start, end) };
}

/**
 * Presses a key 20 to 60 ms after the last one, and waits for no answer: the page is busy.
 *
 * @param text Typed once. Without it, letters until the typist is stopped.
 */
function pressKeys(page: Page, text: string | undefined, seed: number): { stop(): void } {
  const random = randomNumbers(seed);
  let at = 0;
  const press = () => {
    if (text !== undefined && at >= text.length) return;
    const key = text === undefined ? "abcdefgh"[at % 8] : text[at];
    at++;
    page.keyboard.press(key as string).catch(() => {}); // the page may be closed by then
    timer = setTimeout(press, 20 + random.next() * 40);
  };
  let timer = setTimeout(press, beforeKeys);
  return { stop: () => clearTimeout(timer) };
}
