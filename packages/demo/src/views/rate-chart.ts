/** Frames per second over the last twenty seconds. */
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { fontScale } from "./font-scale.ts";
import { pageColours } from "./palette.ts";
import { rateScale } from "./rate-scale.ts";

const points = 80;

export class RateChart {
  readonly #plot: uPlot;
  readonly #element: HTMLElement;
  readonly #rates: (number | null)[] = Array.from({ length: points }, () => null);
  #scale = rateScale(0);
  #greatest = 0;
  readonly #xs = this.#rates.map((_, i) => i);

  constructor(element: HTMLElement) {
    this.#element = element;
    const scale = fontScale();
    const common = { ticks: { show: false }, font: `${11 * scale}px system-ui, sans-serif` };
    this.#plot = new uPlot(
      {
        width: element.clientWidth,
        height: element.clientHeight,
        scales: { x: { time: false }, y: { range: () => [0, this.#scale.top] } },
        legend: { show: false },
        cursor: { show: false },
        padding: [6, 4, 4, 0],
        axes: [
          { show: false },
          {
            ...common,
            size: 30 * scale,
            splits: () => [...this.#scale.ticks],
            stroke: () => pageColours().muted,
            grid: { stroke: () => pageColours().line, width: 1 },
          },
        ],
        series: [{}, { stroke: () => pageColours().good, width: 2, points: { show: false } }],
      },
      [this.#xs, this.#rates],
      element,
    );
    new ResizeObserver(() => {
      this.#plot.setSize({ width: element.clientWidth, height: element.clientHeight });
    }).observe(element);
  }

  add(rate: number): void {
    this.#rates.push(rate);
    if (rate > this.#greatest) {
      this.#greatest = rate;
      this.#scale = rateScale(rate);
    }
    this.#rates.shift();
    if (this.#element.clientWidth > 0) this.#plot.setData([this.#xs, this.#rates]);
  }
}
