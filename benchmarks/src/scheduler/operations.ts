/** What `preempt-lab scheduler` measures, in the order of the table. */
export const operations = [
  "submit",
  "submit for later",
  "cancel",
  "dispatch",
  "switch",
  "job",
  "alarm set",
  "alarm fired",
  "alarm cancelled",
] as const;

export type Operation = (typeof operations)[number];

/** Of what many wait, while one is measured. */
export const operationTitles: Readonly<Record<Operation, string>> = {
  submit: "a job submitted, among ready ones",
  "submit for later": "a job submitted with a delay, among such",
  cancel: "a ready job cancelled",
  dispatch: "a dispatch: yield, requeue, resume the next",
  switch: "a switch between two preempted jobs",
  job: "a job from submit to end",
  "alarm set": "an alarm set, among others",
  "alarm fired": "a periodic alarm fired",
  "alarm cancelled": "an alarm cancelled",
};
