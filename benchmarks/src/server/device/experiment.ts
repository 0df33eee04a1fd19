/** `preempt-lab server device`: a web server on a small device behind slow lines. */
import { digits } from "../../lab/report/charts/show.ts";
import { chooseOf } from "../../report.ts";
import type { ReportSection, ServerExperiment } from "../experiment.ts";
import { lineFigure } from "../line-figure.ts";
import { quietFor } from "../load/quiet.ts";
import { type DeviceKind, deviceKinds } from "./device-kinds.ts";
import { type DeviceReport, line, measureDevice } from "./measure.ts";

const partNames = ["answers", "phases"] as const;

export const device: ServerExperiment = {
  async run({ quick, only }, terminal) {
    const parts = chooseOf(partNames, only?.join(","), "part");
    const options = quick
      ? { blocks: 1, answers: 60, browsers: 4, session: 1000, quiet: quietFor(true) }
      : { blocks: 2, answers: 500, browsers: 20, session: 8000, quiet: quietFor(false) };
    const report = await measureDevice(options, parts, terminal);
    return {
      title: "A web server on a small device",
      sections: [
        ...(report.answers.length === 0 ? [] : [answersSection(report)]),
        ...(report.device.length === 0 ? [] : [phasesSection(report)]),
      ],
      raw: report,
    };
  },
};

function answersSection({ answers }: DeviceReport): ReportSection {
  const ways = [...new Set(answers.map(({ way }) => way))];
  const of = (way: string, path: string, persistent: boolean) =>
    answers.find((one) => one.way === way && one.path === path && one.persistent === persistent);
  return {
    heading: "What a static answer costs",
    paragraphs: [
      "Processor time of the server for each request, without a slow line between. The page has 8,192 bytes, the readings 600.",
    ],
    tables: [
      {
        caption: "Microseconds of processor time per request (medians of blocks)",
        head: ["", "bytes of the page", "page", "page, new connection", "readings", "readings, new connection"],
        rows: ways.map((way) => [
          way,
          String(of(way, "page", true)?.bytes ?? 0),
          ...(["page", "data"] as const).flatMap((path) =>
            [true, false].map((kept) => digits(of(way, path, kept)?.cpu ?? Number.NaN)),
          ),
        ]),
      },
    ],
  };
}

const words: Readonly<Record<DeviceKind, string>> = {
  data: "readings",
  login: "login",
  page: "page",
  upload: "upload",
};

function phasesSection({ device: results, generatorLateness, others }: DeviceReport): ReportSection {
  return {
    heading: "Two phases, beside logins and uploads",
    paragraphs: [
      `Each connection has a line of ${line.rate / 1000} kB/s and ${line.roundTrip} ms there and back. Browsers open the page, and then ask for ` +
        "readings twice a second. Logins compute for 15 ms, and the check of an upload for 250 ms. Latency counts from the instant at which a " +
        `request was to be sent. The generator was ${digits(generatorLateness)} ms late at most (99 % of a block's requests), and other programs used ${digits(others)} processors (median).`,
    ],
    tables: [
      {
        caption: "Milliseconds at the client (medians of blocks), and processor time of the server",
        head: ["", ...deviceKinds.flatMap((kind) => [`${words[kind]} p50`, "p99"]), "ms of CPU per request"],
        rows: results.map((result) => [
          result.variant,
          ...deviceKinds.flatMap((kind) => [digits(result.kinds[kind].p50), digits(result.kinds[kind].p99)]),
          digits(result.cpu),
        ]),
      },
    ],
    figures: [
      lineFigure({
        name: "server-device",
        title: "Latency by kind of request, through slow lines",
        note: "99 %, medians of blocks. The line alone takes 0.14 s for readings.",
        caption: "99 % of latencies by kind of request, for each order of service",
        titles: { up: "milliseconds, 99 %", across: "" },
        columns: deviceKinds.map((kind) => words[kind]),
        scale: "log",
        lines: results.map((result) => ({
          name: result.variant,
          values: deviceKinds.map((kind) => result.kinds[kind].p99),
        })),
      }),
    ],
  };
}
