/**
 * The device: a page, small readings, logins, and uploads of firmware that are checked. First come first served is the event
 * loop's own order; by priority and by deadline each request is a job, which can be preempted if this file is transformed.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Scheduler } from "@preempt/runtime";
import { serveMeasured, serverOrder } from "../load/serve-measured.ts";
import { burn, roundsPerMillisecond } from "../priority/burn.ts";
import { answerReady, page, prepare, readings } from "./answers.ts";
import { computationOf, type DeviceKind, type DeviceServerOrder, deviceKinds, urgencyOf } from "./device-kinds.ts";

const { order, compressed } = serverOrder<DeviceServerOrder>();
const rounds = roundsPerMillisecond();
const rt =
  order === "fcfs" ? undefined : new Scheduler({ policy: order === "edf" ? "edf" : "fp", warnAfter: Infinity });
const ready = prepare(page, "text/html", compressed);

function work(kind: DeviceKind, request: IncomingMessage, response: ServerResponse): void {
  burn(rounds * computationOf[kind]);
  if (kind === "page") answerReady(ready, request, response);
  else if (kind === "data") response.writeHead(200, { "content-type": "application/json" }).end(readings());
  else response.writeHead(200).end("ok");
}

function schedule(kind: DeviceKind, request: IncomingMessage, response: ServerResponse): void {
  if (rt === undefined) work(kind, request, response);
  else {
    const { priority, deadline } = urgencyOf[kind];
    rt.submit(() => work(kind, request, response), { name: kind, priority, deadline }).catch(() => response.destroy());
  }
}

// As a device that has run for a while.
for (let i = 0; rt !== undefined && i < 40; i++) await rt.submit(() => burn(rounds * 10));

serveMeasured(
  createServer((request, response) => {
    const kind = deviceKinds.find((one) => request.url === `/${one}`);
    if (kind === undefined) response.writeHead(request.url === "/health" ? 200 : 404).end();
    // What is uploaded has to be there before it is checked.
    else if (request.method === "POST") request.resume().on("end", () => schedule(kind, request, response));
    else schedule(kind, request, response);
  }),
);
