import chroma from "chroma-js";
import { addMonths, differenceInDays, eachDayOfInterval, format, formatDistance, parse } from "date-fns";
import { XMLBuilder, XMLParser } from "fast-xml-parser";
import Fuse from "fuse.js";
import { DateTime, Interval } from "luxon";
import MiniSearch from "minisearch";
import { EVD, Matrix, SVD } from "ml-matrix";
import Mustache from "mustache";
import * as R from "ramda";
import { createNoise2D } from "simplex-noise";
/** @preempt */
export function run() {
  const docs = ["the quick brown fox", "jumps over lazy dogs", "quick quick slow", "brown bread and butter"].map(
    (text, id) => ({ id, text }),
  );
  const ms = new MiniSearch({ fields: ["text"] });
  ms.addAll(docs);
  let seed = 1;
  const noise = createNoise2D(() => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  });
  const d = new Date(2020, 0, 31);
  return JSON.stringify([
    format(addMonths(d, 1), "yyyy-MM-dd'T'EEEE do"),
    differenceInDays(d, new Date(2019, 0, 1)),
    parse("02/11/2014", "MM/dd/yyyy", d).getTime(),
    formatDistance(d, new Date(2020, 3, 1)),
    eachDayOfInterval({ start: d, end: addMonths(d, 1) }).length,
    R.pipe(
      R.map(R.inc),
      R.filter((x) => x % 2 === 0),
      R.groupBy((x) => String(x % 3)),
    )([1, 2, 3, 4, 5, 6, 7]),
    R.sortWith([R.descend(R.prop("id"))], docs),
    R.transduce(R.compose(R.map(R.inc), R.take(2)), R.flip(R.append), [], [1, 2, 3]),
    R.equals({ a: [1] }, { a: [1] }),
    new Fuse(docs, { keys: ["text"], includeScore: true }).search("quik brwn"),
    ms.search("quick bro", { prefix: true, fuzzy: 0.2 }),
    chroma.scale(["red", "blue"]).mode("lch").colors(5),
    Mustache.render("{{#a}}{{.}},{{/a}}{{^b}}no{{/b}}{{{c}}}", { a: [1, 2], c: "<" }),
    [noise(0.1, 0.2), noise(3, 4)],
    new SVD(
      new Matrix([
        [1, 2],
        [3, 4],
        [5, 6],
      ]),
    ).diagonal,
    new EVD(
      new Matrix([
        [2, 1],
        [1, 3],
      ]),
    ).realEigenvalues,
    new XMLParser({ ignoreAttributes: false }).parse("<a x='1'><b>2</b><b>3</b><![CDATA[z]]></a>"),
    new XMLBuilder({}).build({ a: { b: [1, 2] } }),
    DateTime.fromISO("2020-02-03T04:05:06Z").toUTC().plus({ months: 1 }).toISO(),
    Interval.fromISO("2020-01-01/P2M", { zone: "utc" }).length("days"),
  ]);
}
