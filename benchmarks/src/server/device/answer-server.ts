/** A server of static answers, made in one of the ways of `answers.ts`. */
import { createServer } from "node:http";
import { createServer as createPlainServer } from "node:net";
import { serveMeasured, serverOrder } from "../load/serve-measured.ts";
import { type AnswerWay, answerCached, answerComputed, answerReady, page, prepare, readings } from "./answers.ts";

export interface AnswerServerOrder {
  readonly way: AnswerWay;
}

const { way } = serverOrder<AnswerServerOrder>();
const files = [
  { path: "/page", type: "text/html", make: () => page, ready: prepare(page, "text/html", true) },
  // 600 bytes fit into a packet as they are.
  { path: "/data", type: "application/json", make: readings, ready: prepare(readings(), "application/json", false) },
] as const;

if (way === "precomputed, no node:http") {
  const heads = files.map(({ path, ready }) => ({ start: `GET ${path} `, ready }));
  const missing = Buffer.from("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n");
  serveMeasured(
    // Only what the experiment sends: a whole GET request in each packet.
    createPlainServer((socket) => {
      socket.setNoDelay(true);
      socket.on("error", () => {});
      socket.on("data", (data) => {
        const text = data.toString("latin1");
        const found = heads.find(({ start }) => text.startsWith(start));
        if (found === undefined) socket.write(missing);
        else socket.write(text.includes(found.ready.etag) ? found.ready.notModified : found.ready.whole);
      });
    }),
  );
} else {
  serveMeasured(
    createServer((request, response) => {
      const file = files.find(({ path }) => path === request.url);
      if (file === undefined) response.writeHead(404).end();
      else if (way === "computed") answerComputed(file.make, file.type, request, response);
      else if (way === "compressed once" && file.path === "/page")
        answerCached(file.ready, file.type, request, response);
      else if (way === "compressed once") answerComputed(file.make, file.type, request, response);
      else answerReady(file.ready, request, response);
    }),
  );
}
