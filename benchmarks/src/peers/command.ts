/** What the words of `preempt-lab peers` mean. */
import { writeFileSync } from "node:fs";
import { machineReport } from "../machine.ts";
import { findHosts, measurePeers, type PeerOptions, type PeerRow } from "../peers.ts";
import { factsOf, type HostName, type Peer, peers, programs } from "./catalog.ts";
import { peerChart } from "./chart.ts";
import { changedLines } from "./lines.ts";
import { sizeOf } from "./sizes.ts";
import { standings, summarizePeers, throughputOf } from "./summary.ts";
import { type PeerCosts, peerTables } from "./table.ts";

export const peerOptions = {
  quick: { type: "boolean" },
  host: { type: "string" },
  only: { type: "string" },
  programs: { type: "string" },
  json: { type: "string" },
  svg: { type: "string" },
} as const;

export interface PeerWords {
  readonly quick?: boolean;
  readonly host?: string;
  /** Names of peers and of programs, separated by commas. */
  readonly only?: string;
  readonly programs?: string;
  /** Files to be written. */
  readonly json?: string;
  readonly svg?: string;
}

const thorough = { warmUp: 1000, repetitions: 3 };
const quickly = { warmUp: 150, repetitions: 1 };

/**
 * @param effort For tests, which have less time than anybody.
 * @throws RangeError if a host, a peer or a program does not exist: before anything is measured
 */
export async function runPeers(words: PeerWords, effort?: PeerOptions["effort"]): Promise<void> {
  const { quick = false, host, only, programs: wanted, json, svg } = words;
  const report = await measurePeers({
    hosts: chooseHosts(host),
    peers: choose("peer", peers, only),
    programs: choose("program", programs, wanted),
    effort: effort ?? (quick ? quickly : thorough),
    isQuick: quick,
    onRow: tellProgress,
  });
  const costs = await costsOf(peers);
  const machine = machineReport();
  const hosts = Object.keys(report.engines) as HostName[];
  if (json !== undefined) {
    const summary = hosts.map((host) => summarizePeers(report.rows, host));
    const numbers = { summary: summary.flat(), standings: summary.map(standings), costs, rows: report.rows };
    writeFileSync(json, `${JSON.stringify({ machine, quick, engines: report.engines, ...numbers }, undefined, 2)}\n`);
  }
  if (svg !== undefined) writeFileSync(svg, peerChart(report, machine));
  console.log(`${machine}\n\n${peerTables(report, costs)}`);
}

async function costsOf(peers: readonly Peer[]): Promise<PeerCosts[]> {
  const costs: PeerCosts[] = [];
  for (const peer of peers) {
    const facts = peer.package === undefined ? undefined : factsOf(peer.package);
    const lines = programs.map(({ name }) => changedLines(name, peer));
    costs.push({
      peer: peer.name,
      title: peer.title,
      package: peer.package,
      version: facts?.version,
      licence: facts?.licence,
      size: await sizeOf(peer),
      lines: {
        added: lines.reduce((sum, { added }) => sum + added, 0),
        removed: lines.reduce((sum, { removed }) => sum + removed, 0),
      },
    });
  }
  return costs;
}

function chooseHosts(name: string | undefined): HostName[] {
  const hosts = findHosts();
  return name === undefined
    ? hosts
    : choose(
        "host",
        hosts.map((name) => ({ name })),
        name,
      ).map(({ name }) => name);
}

function choose<T extends { readonly name: string }>(kind: string, all: readonly T[], words: string | undefined): T[] {
  if (words === undefined) return [...all];
  const names = words.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !all.some((one) => one.name === name));
  if (unknown !== undefined) {
    throw new RangeError(`There is no ${kind} "${unknown}". There are: ${all.map(({ name }) => name).join(", ")}.`);
  }
  return all.filter(({ name }) => names.includes(name));
}

/** It takes minutes: whoever waits sees it go on. */
function tellProgress(row: PeerRow): void {
  if (!process.stderr.isTTY) return;
  console.error(`${row.host}, ${row.program}, ${row.peer}: ${throughputOf(row).median.toFixed(2)}x`);
}
