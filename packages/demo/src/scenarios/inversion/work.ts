/** Three jobs that share a recording: one reads its level, one encrypts it under the lock, one has nothing to do with it. */
import type { Resource } from "@preempt/runtime";
import { encryptCounterMode } from "../../work/aes.ts";
import { clusterPoints } from "../../work/clusters.ts";

export interface Recording {
  level: number;
  readonly samples: Uint8Array;
}

/** High: reads the level, which takes no time at all once it has the lock. @preempt */
export function readLevel(lock: Resource, recording: Recording, show: (level: number) => void): void {
  using _ = lock.lock();
  show(recording.level);
}

/** Low: encrypts the recording for the disk, and keeps the lock for as long. @preempt */
export function saveRecording(lock: Resource, recording: Recording, key: Uint8Array, counter: Uint8Array): number {
  using _ = lock.lock();
  const cipher = encryptCounterMode(key, counter, recording.samples);
  recording.level = (cipher[0] as number) / 255;
  return cipher.length;
}

/** Middling: clusters points on a map, and needs no lock. @preempt */
export function clusterMap(csv: string): number {
  return clusterPoints(csv).length;
}
