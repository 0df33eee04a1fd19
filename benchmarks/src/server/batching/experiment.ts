/** `preempt-lab server batching`: a chat that delivers at once, in batches, by priority, and by deadline. */
import { chooseOf } from "../../report.ts";
import type { ServerExperiment } from "../experiment.ts";
import { compareWith } from "./compare.ts";
import { Chat, type Turn } from "./measure.ts";
import { limits, loadSection, type Sweep, studySection, sweepSection, sweptName } from "./sections.ts";
import { baseline, sweptVariant, variants } from "./variants.ts";

const partNames = ["usual", "heavy", "sweep"] as const;

/** Messages a second. Each goes to all connections of a room. */
const rates = { usual: 1000, heavy: 5000 } as const;

const full = { rooms: 40, members: 50, blocks: 30, heavyBlocks: 30, sweepBlocks: 6, unheard: 100, warm: 150, ms: 600 };
/** So many connections that everything happens, and nothing takes long. */
const small = { rooms: 4, members: 10, blocks: 2, heavyBlocks: 2, sweepBlocks: 1, unheard: 50, warm: 50, ms: 150 };

export const batching: ServerExperiment = {
  async run({ quick, only }, terminal) {
    const parts = chooseOf(partNames, only?.join(","), "part");
    const { rooms, members, blocks, heavyBlocks, sweepBlocks, ...times } = quick ? small : full;
    const [sizes, intervals] = quick
      ? [
          [1, 20],
          [2, 20],
        ]
      : [
          [1, 5, 20, 100],
          [2, 10, 50, 200],
        ];
    const swept = Object.fromEntries(
      sizes.flatMap((size) => intervals.map((interval) => [sweptName(size, interval), sweptVariant(size, interval)])),
    );
    const { signal } = terminal;
    // Half a processor of others, or less; a small run does not wait.
    const quiet = { most: 0.5, left: quick ? 0 : 200_000 };
    terminal.err(`connecting ${rooms * members} clients …\n`);
    await using chat = await Chat.start({ rooms, members });
    const take = async (part: (typeof partNames)[number], options: { blocks: number; rate: number; seed: number }) =>
      parts.includes(part) && !signal.aborted
        ? await chat.takeTurns(
            { variants: part === "sweep" ? swept : variants, ...times, ...options, quiet },
            terminal,
            part,
          )
        : [];
    const usual = await take("usual", { blocks, rate: rates.usual, seed: 1 });
    const heavy = await take("heavy", { blocks: heavyBlocks, rate: rates.heavy, seed: 1001 });
    const sweepTurns = await take("sweep", { blocks: sweepBlocks, rate: rates.usual, seed: 2001 });
    const sweep: Sweep = { sizes, intervals, turns: sweepTurns };
    const load = (rate: number) =>
      `${rate} messages a second in bursts of 6, each to the ${members} connections of a room`;
    return {
      title: "A chat in batches",
      sections: [
        {
          heading: "The chat",
          paragraphs: [
            `A server of \`ws\` has ${rooms * members} connections in ${rooms} rooms. What one says goes to all of its room. 10 % of the messages are alerts, 60 % chat, 30 % notices that somebody types. The server, and the clients, have a process each. Every block has a turn of each variant, in random order, under the same load; the first block is not counted.`,
            "plain emit: Node's EventEmitter, a frame for each message and connection. batches: one queue for each room, 20 ms at most. priorities and EDF: a queue for each room and kind; alerts wait 2 ms at most (deadline 10), chat 20 (100), typing 100 (500). EDF, adaptive: 0 to 5, 2 to 50, and 20 to 200 ms, by load.",
            `In the first ${times.unheard} ms of each turn nobody listens: batches hold these messages, the plain emitter loses them.`,
          ],
        },
        ...(heavy.length === 0 ? [] : [studySection(heavy)]),
        ...(usual.length === 0 ? [] : [loadSection("The usual load", "usual", usual, `${load(rates.usual)}.`)]),
        ...(heavy.length === 0
          ? []
          : [
              loadSection(
                "A heavy load",
                "heavy",
                heavy,
                `${load(rates.heavy)}: more than the plain emitter can deliver.`,
              ),
            ]),
        ...(sweepTurns.length === 0 ? [] : [sweepSection(sweep)]),
        limits,
      ],
      raw: { options: quick ? small : full, rates, comparisons: comparisonsOf({ usual, heavy }), usual, heavy, sweep },
    };
  },
};

function comparisonsOf(turns: { usual: readonly Turn[]; heavy: readonly Turn[] }) {
  const of = ["throughput", "cpuPerDelivery", "switches", "p50", "p99", "alert"] as const;
  return {
    usual: turns.usual.length === 0 ? [] : compareWith(baseline, turns.usual, of),
    heavy: turns.heavy.length === 0 ? [] : compareWith(baseline, turns.heavy, of),
  };
}
