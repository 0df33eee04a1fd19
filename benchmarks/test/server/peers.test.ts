/** The experiment with peers: the bulky requests do what they should, and a small run of all peers. */
import { describe, expect, test } from "vitest";
import { bulkNames, loadBulk } from "../../src/server/peers/bulk.ts";
import { orders, validationBody } from "../../src/server/peers/orders.ts";
import { peerNames } from "../../src/server/peers/variants.ts";
import { runCommand } from "../lab/command-words.ts";

describe("bulky requests", () => {
  const body = validationBody();

  test("a body of 5 MB is valid, one with a mistake is not", async () => {
    expect(body.length).toBeGreaterThan(4_990_000);
    const check = await loadBulk("validation");
    const rows = JSON.parse(body).length;
    expect(await check(body)).toBe(JSON.stringify({ rows, wrong: 0 }));
    expect(await check(body.replace('"customer-', '"nobody-'))).toBe(JSON.stringify({ rows, wrong: 1 }));
  });

  test.for(bulkNames.filter((name) => name !== "validation"))("%s gives something long", async (name) => {
    const result = await (await loadBulk(name))("");
    expect(result.length).toBeGreaterThan(10_000);
    if (name === "pdf") expect(Buffer.from(result as Uint8Array).toString("latin1", 0, 5)).toBe("%PDF-");
    if (name === "graphql") expect(JSON.parse(result as string).data.orders).toHaveLength(orders.length);
  });
});

test("a small run: each peer answers all urgent requests, or refuses them", async () => {
  const { code, out, err } = await runCommand("server", ["peers", "--quick", "--only", "csv", "--json"]);
  expect(code, err).toBe(0);
  const { peers, costs } = JSON.parse(out);
  expect(peers.map(({ peer }: { peer: string }) => peer)).toEqual(
    peerNames.filter((peer) => !/young|2 threads/.test(peer)),
  );
  for (const { peer, urgent, bulk, refused } of peers) {
    expect([peer, urgent.answered + refused.urgent]).toEqual([peer, urgent.count]);
    expect([peer, bulk.answered + refused.bulk]).toEqual([peer, bulk.count]);
  }
  expect(costs[0].plain).toBeGreaterThan(0);
}, 240_000);
