/** The chess scenario: a person plays by keyboard and by mouse, the engine answers by the rules, and the board stays smooth. */
import { expect, type Page, test } from "@playwright/test";
import { Chess } from "chess.js";
import { counting, expectAccessible, measuredOnce, once, open } from "./page.ts";

const square = (page: Page, name: string) => page.locator(`[data-square="${name}"]`);
const letters = { pawn: "p", knight: "n", bishop: "b", rook: "r", queen: "q", king: "k" } as const;

/** The first field of a FEN, from what the buttons say. */
async function placement(page: Page): Promise<string> {
  const labels = await page.locator(".square").evaluateAll((all) => all.map((button) => button.ariaLabel ?? ""));
  const row = (i: number) =>
    labels
      .slice(8 * i, 8 * i + 8)
      .map((label) => {
        const [, color, piece] = /, (white|black) (\w+)/.exec(label) ?? [];
        const letter = letters[piece as keyof typeof letters] ?? "1";
        return color === "white" ? letter.toUpperCase() : letter;
      })
      .join("")
      .replace(/1+/g, (empty) => String(empty.length));
  return [0, 1, 2, 3, 4, 5, 6, 7].map(row).join("/");
}

async function expectLegalAnswer(page: Page, moves: readonly string[]): Promise<void> {
  await expect(page.locator(".chess-status .turn")).toHaveText(/Your move.*, move 2/);
  const game = new Chess();
  for (const move of moves) game.move(move);
  const answers = game.moves().map((move) => {
    const after = new Chess(game.fen());
    after.move(move);
    return after.fen().split(" ")[0];
  });
  expect(answers).toContain(await placement(page));
}

test("a move made by keyboard alone is answered by a legal move", once, async ({ page }) => {
  await open(page, "scenario=chess&option.players=person&option.strength=quick");
  await expect(page.locator(".chess-status .turn")).toHaveText("Your move, move 1");
  // one stop for the tab key: the square where the cursor is
  await expect(page.locator('.square[tabindex="0"]')).toHaveAccessibleName("e2, white pawn");
  await square(page, "e2").focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(square(page, "d2")).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator(".square.target")).toHaveCount(2);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(square(page, "d4")).toBeFocused();
  await expect(square(page, "d4")).toHaveAccessibleName("d4, empty, can be moved to");
  await page.keyboard.press("Enter");
  await expect(square(page, "d4")).toHaveAccessibleName("d4, white pawn");
  await expectLegalAnswer(page, ["d4"]);
  await expectAccessible(page, "#panel");
});

test("a piece is dragged to its square; where the rules forbid it, it returns", async ({ page }) => {
  await open(page, "scenario=chess&option.players=person&option.strength=quick");
  await expect(page.locator(".chess-status .turn")).toHaveText("Your move, move 1");
  await square(page, "g1").dragTo(square(page, "g5"));
  await expect(square(page, "g1")).toHaveAccessibleName("g1, white knight");
  await square(page, "g1").dragTo(square(page, "f3"));
  await expect(square(page, "f3")).toHaveAccessibleName("f3, white knight");
  await expectLegalAnswer(page, ["Nf3"]);
});

test(
  "two engines think: under EDF with more than 50 frames per second, under FCFS with less than 40",
  measuredOnce,
  async ({ page }) => {
    const rate = () => page.evaluate(() => window.__preempt.rate(1500));
    await open(page, "scenario=chess&option.strength=deep");
    await counting(page);
    // a moment in which the machine does nothing else will do: under FCFS there is none
    await expect.poll(rate, { timeout: 8000, intervals: [300] }).toBeGreaterThan(50);
    await expect.poll(() => page.evaluate(() => window.__preempt.row("think")?.preemptions)).toBeGreaterThan(20);
    await page.getByRole("radio", { name: "FCFS" }).check();
    await page.waitForTimeout(2500);
    expect(await rate()).toBeLessThan(40);
  },
);
