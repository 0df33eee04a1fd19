/**
 * Which way to keep the thread responsive costs what, and gives what? The same programs as background work under Preempt
 * and under its peers, each adapted as its users do it, while input comes in from another thread.
 *
 * A session is one program under one peer on one host, in a process or page of its own, in which the plain program takes
 * turns with the adapted one.
 */
import { bundlePeer, bundlePlain } from "./peers/bundle.ts";
import {
  type HostName,
  type Peer,
  type PeerName,
  type ProgramChoice,
  type ProgramName,
  peers,
} from "./peers/catalog.ts";
import { browserHost } from "./peers/hosts/browser.ts";
import { nodeHost } from "./peers/hosts/node.ts";
import type { Effort, SessionReport } from "./peers/session/measure.ts";
import { findEngines } from "./rounds/browsers.ts";
import { inTemporaryFolder } from "./temporary-folder.ts";

export interface PeerRow extends SessionReport {
  readonly host: HostName;
  readonly peer: PeerName;
  readonly program: ProgramName;
  /** The same while somebody types, where the host can. Without it nobody does. */
  readonly typing?: SessionReport;
}

export interface PeerReport {
  readonly engines: Readonly<Partial<Record<HostName, string>>>;
  readonly rows: readonly PeerRow[];
}

export interface PeerOptions {
  readonly hosts: readonly HostName[];
  readonly peers?: readonly Peer[];
  readonly programs: readonly ProgramChoice[];
  readonly effort: Effort;
  readonly isQuick: boolean;
  readonly onRow?: (row: PeerRow) => void;
}

const seed = 17;

/** @throws Error if a peer gives another result than the plain program */
export async function measurePeers(options: PeerOptions): Promise<PeerReport> {
  const { effort, isQuick, onRow } = options;
  return await inTemporaryFolder("peers", async (folder) => {
    await bundlePlain(folder);
    const chosen = options.peers ?? peers;
    for (const peer of chosen) await bundlePeer(folder, peer);
    const engines: Partial<Record<HostName, string>> = {};
    const rows: PeerRow[] = [];
    for (const name of options.hosts) {
      const host = name === "node" ? nodeHost(folder) : await browserHost(name, folder);
      try {
        engines[name] = host.engine;
        // Peers of one program follow each other: what else the machine does meanwhile meets all of them.
        for (const program of options.programs) {
          for (const { name: peer, unfit } of chosen) {
            if (unfit?.host === name) continue;
            const size = isQuick ? program.quickSize : program.size;
            const session = { program: program.name, peer, size, effort, seed };
            const report = await host.run({ ...session, typing: false });
            const typing = host.canType ? { typing: await host.run({ ...session, typing: true }) } : {};
            const row = { host: name, peer, program: program.name, ...report, ...typing };
            rows.push(row);
            onRow?.(row);
          }
        }
      } finally {
        await host.stop();
      }
    }
    return { engines, rows };
  });
}

/** Node, and the browsers that are there. */
export function findHosts(): HostName[] {
  return ["node", ...findEngines().map(({ name }) => name.toLowerCase() as HostName)];
}
