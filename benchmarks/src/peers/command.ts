/** What the words of `preempt-lab peers` mean. */
import { findHosts, measurePeers, type PeerOptions, type PeerRow } from "../peers.ts";
import { chooseOf, type ReportWords, reportOptions, writeReport } from "../report.ts";
import { factsOf, type HostName, type Peer, peers, programs } from "./catalog.ts";
import { peerChart } from "./chart.ts";
import { changedLines } from "./lines.ts";
import { sizeOf } from "./sizes.ts";
import { standings, summarizePeers, throughputOf } from "./summary.ts";
import { type PeerCosts, peerTables } from "./table.ts";

export const peerOptions = { ...reportOptions, host: { type: "string" }, programs: { type: "string" } } as const;

export interface PeerWords extends ReportWords {
  /** Names, separated by commas. */
  readonly host?: string;
  readonly programs?: string;
}

const thorough = { warmUp: 1000, pairs: 6 };
const quickly = { warmUp: 100, pairs: 1 };
/** The others take minutes. */
const quickProgram = "quicksort";

/**
 * @param effort For tests, which have less time than anybody.
 * @throws RangeError if a host, a peer or a program does not exist: before anything is measured
 */
export async function runPeers(words: PeerWords, effort?: PeerOptions["effort"]): Promise<void> {
  const { quick = false, host, only, programs: wanted } = words;
  const report = await measurePeers({
    hosts: chooseOf(findHosts(), host, "host"),
    peers: chooseNamed(peers, only, "peer"),
    programs: chooseNamed(programs, wanted ?? (quick ? quickProgram : undefined), "program"),
    effort: effort ?? (quick ? quickly : thorough),
    isQuick: quick,
    onRow: tellProgress,
  });
  const costs = await costsOf(peers);
  const hosts = Object.keys(report.engines) as HostName[];
  const summary = hosts.map((host) => summarizePeers(report.rows, host));
  const { engines, rows } = report;
  const numbers = { engines, summary: summary.flat(), standings: summary.map(standings), costs, rows };
  writeReport({ numbers, table: peerTables(report, costs), chart: (machine) => peerChart(report, machine) }, words);
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

function chooseNamed<T extends { readonly name: string }>(
  all: readonly T[],
  only: string | undefined,
  kind: string,
): T[] {
  const names = chooseOf(
    all.map(({ name }) => name),
    only,
    kind,
  );
  return all.filter(({ name }) => names.includes(name));
}

/** It takes minutes: whoever waits sees it go on. */
function tellProgress(row: PeerRow): void {
  if (!process.stderr.isTTY) return;
  console.error(`${row.host}, ${row.program}, ${row.peer}: ${throughputOf(row).median.toFixed(2)}x`);
}
