/** Calls something when the event loop goes on. Not a timer: browsers delay those of pages in the background by a second. */

interface Channel {
  readonly port1: { onmessage: (() => void) | null };
  readonly port2: { postMessage(message: unknown): void };
}

interface Platform {
  setImmediate?(callback: () => void): { unref?(): void };
  readonly MessageChannel: new () => Channel;
}

const platform = globalThis as unknown as Platform;
let channel: Channel | undefined;
const waiting: (() => void)[] = [];

export function afterThisTurn(callback: () => void): void {
  // Where there are both, this one keeps no process alive.
  if (platform.setImmediate !== undefined) {
    platform.setImmediate(callback).unref?.();
    return;
  }
  waiting.push(callback);
  channel ??= openChannel();
  channel.port2.postMessage(undefined);
}

function openChannel(): Channel {
  const made = new platform.MessageChannel();
  made.port1.onmessage = () => {
    for (const call of waiting.splice(0)) call();
  };
  return made;
}
