/** Calls something when the event loop goes on. Not a timer: browsers delay those of pages in the background by a second. */

interface Platform {
  setImmediate?(callback: () => void): { unref?(): void };
}

let channel: MessageChannel | undefined;
const waiting: (() => void)[] = [];

export function afterThisTurn(callback: () => void): void {
  const { setImmediate } = globalThis as Platform;
  if (setImmediate !== undefined) {
    setImmediate(callback).unref?.();
    return;
  }
  waiting.push(callback);
  if (channel === undefined) {
    channel = new MessageChannel();
    channel.port1.onmessage = () => {
      for (const call of waiting.splice(0)) call();
    };
  }
  channel.port2.postMessage(undefined);
}
