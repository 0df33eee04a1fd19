/** What the paper reports: average frames per second (RT.js, RTSS 2019, Figure 8), 2019, on its authors' machine. */
import type { MacroLoad, MacroPolicy } from "./subtests.ts";

export interface PaperRate {
  readonly firefox: number;
  readonly chromium: number;
}

const asWithoutLoad: PaperRate = { firefox: 60, chromium: 59.9 };

export const paperRates: Readonly<Record<MacroPolicy, Readonly<Record<MacroLoad, PaperRate>>>> = {
  fcfs: {
    none: { firefox: 60, chromium: 59.9 },
    aes: { firefox: 48.3, chromium: 55.9 },
    schedcat: { firefox: 26.8, chromium: 24.5 },
    both: { firefox: 23.3, chromium: 22.2 },
  },
  edf: { none: asWithoutLoad, aes: asWithoutLoad, schedcat: asWithoutLoad, both: asWithoutLoad },
};
