/** The tables of `preempt-lab peers`. */
import type { PeerReport, PeerRow } from "../peers.ts";
import { type HostName, type PeerName, peers, programNames } from "./catalog.ts";
import type { ChangedLines } from "./lines.ts";
import { type Delay, type PeerSummary, standings, summarizePeers, throughputOf } from "./summary.ts";

/** What is known of a peer without running it. */
export interface PeerCosts {
  readonly peer: PeerName;
  readonly title: string;
  readonly package: string | undefined;
  readonly version: string | undefined;
  readonly licence: string | undefined;
  /** Bytes, minified and compressed. */
  readonly size: number | undefined;
  /** Of all programs together. */
  readonly lines: ChangedLines;
}

const nameWidth = 22;

export function peerTables({ engines, rows }: PeerReport, costs: readonly PeerCosts[]): string {
  const hosts = Object.keys(engines) as HostName[];
  return [...hosts.flatMap((host) => hostTable(engines[host] as string, rows, host)), costTable(costs)].join("\n\n");
}

function hostTable(engine: string, rows: readonly PeerRow[], host: HostName): string[] {
  const summaries = summarizePeers(rows, host);
  const hasKeys = summaries.some(({ keys }) => keys !== undefined);
  const hasOwnTime = summaries.some(({ ownTime }) => ownTime !== undefined);
  const hasFrames = summaries.some(({ framesLost }) => framesLost !== undefined);
  const line = (
    ...[name = "", throughput = "", typing = "", own = "", messages = "", keys = "", frames = ""]: string[]
  ) =>
    [
      name.padEnd(nameWidth),
      throughput.padEnd(16),
      ...(hasKeys ? [typing.padStart(6)] : []),
      ...(hasOwnTime ? [own.padStart(10)] : []),
      messages,
      ...(hasKeys ? [keys] : []),
      hasFrames ? frames : "",
    ]
      .join("  ")
      .trimEnd();
  const delay = "p50     p99     max";
  const table = [
    engine,
    line("", "throughput", "typing", "own time", "messages wait, ms".padStart(24), "keys wait, ms".padStart(24)),
    line("", "", "", "", delay.padStart(24), delay.padStart(24), "frames lost"),
    ...summaries.map((s) =>
      line(
        s.title,
        showThroughput(s),
        s.whileTyping === undefined ? "" : `${s.whileTyping.toFixed(2)}x`,
        s.ownTime === undefined ? "" : `${s.ownTime.toFixed(2)}x`,
        showDelay(s.messages),
        showDelay(s.keys),
        showFrames(s.framesLost),
      ),
    ),
  ];
  const unfit = peers.flatMap(({ unfit }) => (unfit?.host === host ? [`Not measured: ${unfit.why}.`] : []));
  const places = standings(summaries).map(
    ({ measure, ahead, behind }) =>
      `${measure}: ahead of Preempt ${ahead.join(", ") || "none"}; behind ${behind.join(", ") || "none"}`,
  );
  return [table.join("\n"), programTable(rows, host), [...unfit, ...places].join("\n")];
}

function showThroughput({ peer, throughput, throughputs }: PeerSummary): string {
  const range = peer === "plain" ? "" : ` ${throughputs.map((t) => t.toFixed(2)).join("-")}`;
  return `${throughput.toFixed(2)}x${range}`;
}

export function showDelay(delay: Delay | undefined): string {
  const { median, p99, worst } = delay ?? {};
  return [median, p99, worst].map((ms) => (ms?.toFixed(1) ?? "").padStart(8)).join("");
}

function showFrames(lost: number | undefined): string {
  return lost === undefined ? "" : `${(lost * 100).toFixed(0)} %`.padStart(11);
}

/** Each program's throughput, and between which two half of its measurements lie. */
function programTable(rows: readonly PeerRow[], host: HostName): string {
  const own = rows.filter((row) => row.host === host);
  const names = programNames.filter((name) => own.some(({ program }) => program === name));
  const lines = [`${"throughput".padEnd(nameWidth)}${names.map((name) => name.padStart(20)).join("")}`];
  for (const { name, title } of peers) {
    const cells = names.map((program) => {
      const row = own.find((row) => row.peer === name && row.program === program);
      if (row === undefined) return "";
      const { median, quartiles } = throughputOf(row);
      return `${median.toFixed(2)}x ${quartiles.map((q) => q.toFixed(2)).join("-")}`;
    });
    if (cells.some((cell) => cell !== ""))
      lines.push(`${title.padEnd(nameWidth)}${cells.map((cell) => cell.padStart(20)).join("")}`);
  }
  return lines.join("\n");
}

function costTable(costs: readonly PeerCosts[]): string {
  const line = (...[title = "", lines = "", size = "", from = ""]: string[]) =>
    `${title.padEnd(nameWidth)}${lines.padStart(14)}${size.padStart(14)}   ${from}`.trimEnd();
  return [
    line("", "lines changed", "min+gzip", "package"),
    ...costs.map(({ title, lines, size, package: name, version, licence }) =>
      line(
        title,
        `+${lines.added} -${lines.removed}`,
        size === undefined ? "" : `${size} bytes`,
        name === undefined ? "" : `${name} ${version}, ${licence}`,
      ),
    ),
  ].join("\n");
}
