/** What is asked of the device, how long it computes for that, and how urgent it is. */

export const deviceKinds = ["data", "login", "page", "upload"] as const;
export type DeviceKind = (typeof deviceKinds)[number];

/** Milliseconds: as a slow processor needs for the hash of a password, and for the check of a firmware. */
export const computationOf: Readonly<Record<DeviceKind, number>> = { data: 0.2, login: 15, page: 0.2, upload: 250 };

/** Larger priorities are more urgent; relative deadlines in milliseconds. */
export const urgencyOf: Readonly<Record<DeviceKind, { readonly priority: number; readonly deadline: number }>> = {
  data: { priority: 3, deadline: 20 },
  login: { priority: 2, deadline: 50 },
  page: { priority: 2, deadline: 100 },
  upload: { priority: 0, deadline: 5000 },
};

export type DeviceOrder = "fcfs" | "priority" | "edf";

export interface DeviceServerOrder {
  readonly order: DeviceOrder;
  /** Whether the page is sent compressed. */
  readonly compressed: boolean;
}

export interface DeviceVariant extends DeviceServerOrder {
  readonly name: string;
  /** Whether its files are transformed, so that jobs are preempted. */
  readonly preemptive: boolean;
  /** Whether connections are used again. */
  readonly persistent: boolean;
}

const usual = { compressed: true, persistent: true } as const;
const best = { ...usual, order: "edf", preemptive: true } as const;

export const deviceVariants: readonly DeviceVariant[] = [
  { ...usual, name: "FCFS", order: "fcfs", preemptive: false },
  { ...usual, name: "priority", order: "priority", preemptive: false },
  { ...usual, name: "EDF", order: "edf", preemptive: false },
  { ...usual, name: "priority, preemptive", order: "priority", preemptive: true },
  { ...best, name: "EDF, preemptive" },
  { ...best, name: "EDF, preemptive, new connections", persistent: false },
  { ...best, name: "EDF, preemptive, page not compressed", compressed: false },
];
