/** Handlers that take far longer than a slice, by one wrapper each. */
import { Scheduler } from "@preempt/runtime";
import { note } from "./log.ts";

const rt = new Scheduler();
const element = <E extends HTMLElement>(selector: string) => document.querySelector(selector) as E;
const output = element<HTMLOutputElement>("#output");

/** Takes that long, in code that is an ordinary loop. */
function bulky(ms: number): number {
  const end = performance.now() + ms;
  let rounds = 0;
  while (performance.now() < end) rounds++;
  return rounds;
}

/** Prevents letters that are no digits; then does what takes long. */
function letters(this: HTMLElement, event: KeyboardEvent): void {
  if (!/\d/.test(event.key)) event.preventDefault();
  note(`start ${event.key} ${event.currentTarget === this}`);
  bulky(1000);
  note(`end ${event.key}`);
  output.value = `end ${event.key}`;
}

function send(event: SubmitEvent): void {
  event.preventDefault();
  note("sending");
  bulky(300);
  note("sent");
  output.value = "sent";
}

element("#letters").addEventListener("keydown", rt.listener(letters, { latest: true, deadline: 1000 }));
element("#form").addEventListener("submit", rt.listener(send));
document.addEventListener("keyup", ({ key }) => note(`up ${key}`));
element("#send").addEventListener("click", () => setTimeout(() => note("after the click")));
