/** The ready queue as it is now: the most urgent first, with what is left until each deadline. */
import type { Live } from "../observe/live.ts";
import type { PolicyId } from "../setup/policies.ts";
import { policyOf } from "../system/policy.ts";
import { pageColours, rowColour } from "./palette.ts";
import { SharpCanvas } from "./sharp-canvas.ts";

const most = 6;
const gap = 6;
/** Pixels: “due in 1000 ms” fits. */
const narrowest = 104;
const indent = 10;

export class ReadyQueue {
  readonly #canvas: SharpCanvas;

  constructor(element: HTMLCanvasElement) {
    this.#canvas = new SharpCanvas(element);
  }

  draw(live: Live, policy: PolicyId, now: number): void {
    const context = this.#canvas.begin();
    const { width, height } = this.#canvas;
    const colours = pageColours();
    const shown = Math.max(2, Math.min(most, Math.floor(width / narrowest)));
    const each = (width - gap * (shown - 1)) / shown;
    const { key } = policyOf[policy];
    const jobs = [...live.ready].sort((a, b) => key(a) - key(b) || a.release - b.release);
    context.font = "11px system-ui, sans-serif";
    context.textBaseline = "middle";
    if (jobs.length === 0) {
      context.fillStyle = colours.muted;
      context.fillText("empty", 0, height / 2);
    }
    for (const [i, job] of jobs.slice(0, shown).entries()) {
      const left = i * (each + gap);
      const isRest = i === shown - 1 && jobs.length > shown;
      context.fillStyle = colours.line;
      context.fillRect(left, 0, each, height);
      context.fillStyle = rowColour(live.row(job.name).index);
      context.fillRect(left, 0, 4, height);
      context.fillStyle = colours.text;
      // Narrowed rather than cut, where a name or a time is long.
      const write = (text: string, y: number) => context.fillText(text, left + indent, y, each - indent - 2);
      write(isRest ? `${jobs.length - shown + 1} more` : job.name.slice(0, 12), height / 2 - 8);
      if (isRest) continue;
      const laxity = job.deadline - now;
      context.fillStyle = laxity < 0 ? colours.bad : colours.muted;
      write(dueIn(laxity), height / 2 + 8);
    }
  }
}

function dueIn(ms: number): string {
  if (ms === Number.POSITIVE_INFINITY) return "no deadline";
  const size = Math.abs(ms);
  const text = size >= 10_000 ? `${(size / 1000).toFixed(0)} s` : `${size.toFixed(0)} ms`;
  return ms < 0 ? `${text} late` : `due in ${text}`;
}
