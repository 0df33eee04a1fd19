/**
 * A proxy with the speed of a slow line: each connection carries so many bytes per second in each direction, and what is
 * sent arrives half a round trip later. A new connection first takes a round trip, as TCP's handshake does.
 */
import { connect, createServer, type Socket } from "node:net";
import { answerAbout, serverOrder } from "../load/serve-measured.ts";

export interface SlowLinkOrder {
  /** Of the server behind it. */
  readonly port: number;
  /** Bytes per second. */
  readonly rate: number;
  /** Milliseconds there and back. */
  readonly roundTrip: number;
}

const { port, rate, roundTrip } = serverOrder<SlowLinkOrder>();

/** A line is seen in pieces of this many bytes: what a packet carries. */
const piece = 1460;

// Either side may end first: what is on its way to the other still arrives.
const server = createServer({ allowHalfOpen: true }, (client) => {
  const target = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  const opened = performance.now() + roundTrip;
  carry(client, target, opened);
  carry(target, client, opened);
  for (const one of [client, target]) one.setNoDelay(true);
  client.on("error", () => target.destroy());
  target.on("error", () => client.destroy());
});

/** @param opened When the connection is there */
function carry(from: Socket, to: Socket, opened: number): void {
  /** When the line has carried all that it was given. */
  let free = opened;
  let left = 0;
  const arrive = (deliver: () => void) => setTimeout(deliver, Math.max(0, free + roundTrip / 2 - performance.now()));
  from.on("data", (data) => {
    for (let at = 0; at < data.length; at += piece) {
      const part = data.subarray(at, at + piece);
      free = Math.max(free, performance.now()) + (part.length / rate) * 1000;
      left++;
      arrive(() => {
        if (!to.destroyed) to.write(part);
        if (--left === 0) from.resume();
      });
    }
    // A sender that is faster than the line waits while a second's worth is on it.
    if (free - performance.now() > 1000) from.pause();
  });
  // Timers of one instant keep their order, and this one is later.
  from.on("end", () => {
    free += 1;
    arrive(() => to.end());
  });
}

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") process.send?.({ port: address.port });
});
answerAbout({});
