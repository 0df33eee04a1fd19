/** The two live charts. */
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";

const style = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function axes(): uPlot.Axis[] {
  const common = {
    stroke: () => style("--muted"),
    grid: { stroke: () => style("--line"), width: 1 },
    ticks: { show: false },
    font: "11px system-ui, sans-serif",
  };
  return [
    { ...common, show: false },
    { ...common, size: 34 },
  ];
}

export class LineChart {
  readonly #plot: uPlot;
  readonly #element: HTMLElement;

  constructor(element: HTMLElement, max: number, guide: number, colour: string, paths?: uPlot.Series.PathBuilder) {
    this.#element = element;
    this.#plot = new uPlot(
      {
        width: element.clientWidth,
        height: element.clientHeight,
        scales: { x: { time: false }, y: { range: [0, max] } },
        legend: { show: false },
        cursor: { show: false },
        padding: [8, 4, 4, 0],
        axes: axes(),
        series: [
          {},
          { stroke: () => style(colour), width: 2, points: { show: false }, ...(paths ? { paths } : {}) },
          { stroke: () => style("--muted"), width: 1, dash: [4, 4], points: { show: false } },
        ],
      },
      [[], [], []],
      element,
    );
    new ResizeObserver(() => {
      this.#plot.setSize({ width: element.clientWidth, height: element.clientHeight });
    }).observe(element);
    this.#guide = guide;
  }

  readonly #guide: number;

  draw(values: readonly (number | null)[]): void {
    if (this.#element.clientWidth === 0) return;
    const xs = values.map((_, i) => i);
    this.#plot.setData([xs, [...values], xs.map(() => this.#guide)]);
  }
}

export const bars = uPlot.paths.bars?.({ size: [0.9, 8] });
