/** Real requests of a real server. */
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { createRequestScheduler } from "@preempt/server";
import { requestListener } from "@preempt/server/node";
import { expect, test } from "vitest";

async function listen(server: http.Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Computes for a while, and can be preempted. */
function* compute(ms: number) {
  for (let i = 0; i < ms; i++) {
    const end = performance.now() + 1;
    while (performance.now() < end);
    yield;
  }
}

test("logins are answered while reports are computed", async () => {
  await using rs = createRequestScheduler({
    classes: { login: { deadline: 50 }, report: {} },
    classify: (request: http.IncomingMessage) => (request.url === "/login" ? "login" : "report"),
  });
  const answered: string[] = [];
  const server = http.createServer(
    requestListener(rs, function* (request, response) {
      if (request.url === "/report") yield* compute(150);
      answered.push(request.url ?? "");
      response.end("ok");
    }),
  );
  const url = await listen(server);
  const get = async (path: string) => (await fetch(url + path)).text();
  const reports = [get("/report"), get("/report")];
  while (rs.load.report.running === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  for (let i = 0; i < 5; i++) await get("/login");
  await Promise.all(reports);
  expect(answered).toEqual([...new Array(5).fill("/login"), "/report", "/report"]);
  server.close();
  server.closeAllConnections();
});
