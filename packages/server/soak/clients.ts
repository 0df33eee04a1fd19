/** The clients of the soak: well-behaved ones, and others. Each says what became of its request. */
import { connect } from "node:net";

export type Fate = "answered" | "refused" | "left" | "turned away";

type Client = (host: string, id: string, below: (n: number) => number) => Promise<Fate>;

/** Throws where an answer is another request's, is none, or is wrong. */
async function ask(host: string, path: string, id: string, init: RequestInit = {}): Promise<Fate> {
  const response = await fetch(`http://${host}${path}`, init);
  const text = await response.text();
  if (response.status === 503 && Number(response.headers.get("retry-after")) >= 1) return "refused";
  if (response.status !== 200) throw new Error(`${id} got ${response.status}: ${text}`);
  const answer = JSON.parse(text) as { id: string };
  if (answer.id !== id) throw new Error(`${id} got the answer of ${answer.id}`);
  return "answered";
}

function post(id: string, items: number): RequestInit {
  const body = JSON.stringify({ id, items: Array.from({ length: items }, (_, i) => ({ i, text: `item ${i}` })) });
  return { method: "POST", body, headers: { "content-type": "application/json", "x-tenant": String(items % 5) } };
}

/** Writes the pieces of a request with pauses; leaves before its end if `leaves`. Gives what was answered. */
function raw(host: string, pieces: readonly string[], pause: number, leaves: boolean): Promise<string> {
  const [address = "", port = ""] = host.split(":");
  return new Promise((resolve) => {
    const socket = connect(Number(port), address);
    let answer = "";
    socket.on("data", (data) => {
      answer += data;
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(answer));
    void (async () => {
      for (const piece of pieces) {
        socket.write(piece);
        await new Promise((done) => setTimeout(done, pause));
      }
      if (leaves) socket.destroy();
    })();
  });
}

const turnedAway = (answer: string, status: number): Fate => {
  if (answer.split(/HTTP\/1\.1 /).length !== 2) throw new Error(`not one answer: ${answer.slice(0, 300)}`);
  if (!answer.startsWith(`HTTP/1.1 ${status}`)) throw new Error(`not ${status}: ${answer.slice(0, 300)}`);
  return "turned away";
};

/** With how many in a hundred requests are of each kind. */
export const clients: readonly (readonly [number, Client])[] = [
  [50, (host, id) => ask(host, `/urgent?id=${id}`, id)],
  [
    20,
    (host, id, below) =>
      ask(host, `/bulky?id=${id}&rounds=${below(1e6)}`, id, { headers: { "x-tenant": String(below(5)) } }),
  ],
  [12, (host, id, below) => ask(host, `/body?id=${id}`, id, post(id, below(2000)))],
  [
    8,
    async (host, id, below) => {
      const leave = AbortSignal.timeout(below(40) + 1);
      try {
        return await ask(host, `/bulky?id=${id}&rounds=${5e6}`, id, { signal: leave });
      } catch (error) {
        if (leave.aborted) return "left";
        throw error;
      }
    },
  ],
  // An upload that ends in the middle.
  [
    3,
    async (host, id) => {
      const head = `POST /body?id=${id} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n`;
      await raw(host, [head, '{"items":[', "1,2,3"], 20, true);
      return "left";
    },
  ],
  // A slow client, in time all the same.
  [
    3,
    async (host, id) => {
      const body = '{"items":[1,2,3]}';
      const head = `POST /body?id=${id} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
      const answer = await raw(host, [...(head.match(/[\s\S]{1,40}/g) ?? []), ...body], 5, false);
      if (answer.startsWith("HTTP/1.1 503")) return "refused";
      if (!answer.startsWith("HTTP/1.1 200") || !answer.includes(`"id":"${id}"`)) throw new Error(`${id}: ${answer}`);
      return "answered";
    },
  ],
  // No JSON, and more headers than there may be.
  [
    2,
    async (host, id) => {
      const head = `POST /body?id=${id} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n`;
      const answer = await raw(host, [head, '{"items":'], 5, false);
      return answer.startsWith("HTTP/1.1 503") ? "refused" : turnedAway(answer, 400);
    },
  ],
  [
    2,
    async (host, id) => {
      const flood = `x-flood: ${"y".repeat(900)}\r\n`.repeat(20);
      return turnedAway(await raw(host, [`GET /urgent?id=${id} HTTP/1.1\r\nhost: x\r\n${flood}\r\n`], 5, false), 431);
    },
  ],
];
