/** The scheduler's controls: the form says what the set-up is, and changes it. */
import { defaultPreemption } from "../setup/link.ts";
import type { PolicyId } from "../setup/policies.ts";
import { isInRange, ranges, type Setup } from "../setup/setup.ts";
import { find } from "../views/element.ts";

type Change = (change: Partial<Setup>) => void;

const numbers = ["slice", "round", "budget"] as const;

export class Controls {
  readonly #preemption = find<HTMLInputElement>("#preemption");
  readonly #strategy = find<HTMLSelectElement>("#strategy");

  constructor(change: Change) {
    for (const radio of radios()) {
      radio.addEventListener("change", () => {
        const policy = radio.value as PolicyId;
        change({ policy, preemption: defaultPreemption(policy) });
      });
    }
    this.#preemption.addEventListener("change", () => change({ preemption: this.#preemption.checked }));
    this.#strategy.addEventListener("change", () => {
      change({ strategy: this.#strategy.value as Setup["strategy"] });
    });
    for (const key of numbers) {
      const field = find<HTMLInputElement>(`#${key}`);
      field.addEventListener("change", () => {
        const value = read(key, field.value);
        field.setCustomValidity(value === undefined ? wanted(key) : "");
        if (!field.reportValidity() || value === undefined) return;
        change({ [key]: value });
      });
    }
  }

  show(setup: Setup): void {
    for (const radio of radios()) radio.checked = radio.value === setup.policy;
    this.#preemption.checked = setup.preemption;
    this.#strategy.value = setup.strategy;
    for (const key of numbers) {
      const field = find<HTMLInputElement>(`#${key}`);
      const value = setup[key];
      field.value = String(value);
      field.setCustomValidity("");
      // Without preemption they mean nothing.
      field.disabled = !setup.preemption;
    }
    this.#strategy.disabled = !setup.preemption;
    document.documentElement.dataset.policy = setup.policy;
  }
}

const radios = () => document.querySelectorAll<HTMLInputElement>("input[name=policy]");

function read(key: (typeof numbers)[number], text: string): number | "auto" | undefined {
  const trimmed = text.trim().toLowerCase();
  if (trimmed === "auto" && key !== "slice") return "auto";
  const value = Number(trimmed);
  if (trimmed === "" || !isInRange(key, value)) return undefined;
  return key === "budget" && !Number.isInteger(value) ? undefined : value;
}

function wanted(key: (typeof numbers)[number]): string {
  const { min, max } = ranges[key];
  const unit = key === "budget" ? "preemption points, a whole number" : "milliseconds";
  return `Give ${key === "slice" ? "" : '"auto" or '}a number from ${min} to ${max} (${unit}).`;
}
