import { recordingVariable } from "@preempt/abi";

/** While `preempt record` runs a program, integrations leave all files as they are: what is recorded is the program as it was written. */
export function isRecording(): boolean {
  return (process.env[recordingVariable] ?? "") !== "";
}
