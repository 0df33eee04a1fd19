// biome-ignore-all lint/suspicious/noThenProperty: what these packages call their options
// Data formats, documents, schemas, texts.
const xml = [
  "<a x='1'><b>2</b><b>3</b><![CDATA[z]]><!-- c --></a>",
  "<?xml version='1.0'?><r xmlns:n='u'><n:i k=\"v&amp;w\"/>t1<e>&lt;é</e>t2</r>",
  "<l><i id='1'>one</i><i id='2'><j/>two</i><i/></l>",
];
const html = [
  "<ul><li class=a>1<li>2</ul><!-- c --><p>x&amp;y<br>z",
  "<!doctype html><table><tr><td>a<td><b>c</table><script>if (a < b) d()</script>",
  "<div id=x data-y='z'><p>one <i>two</p></i> three</div><svg><path d='M0'/></svg>",
];

/** @type {import("../entry.ts").Entry[]} */
export const entries = [
  {
    name: "yaml",
    packages: { yaml: "2.9.1" },
    async load() {
      const { default: YAML } = await import("yaml");
      return {
        parsed: () => YAML.parse("a: &x\n  b: [1, 2, {c: d}]\n  e: |\n    text\n    more\nf: *x\n? complex\n: - 1\n"),
        document() {
          const d = YAML.parseDocument('# head\na: 1 # one\nb:\n  - x\n  - !!set {y, z}\n  - "q\\n\\u00e9"\n');
          d.set("c", { d: [1] });
          return String(d);
        },
        printed: () =>
          YAML.stringify({ a: [1, { b: null, c: "x: y" }], d: new Map([[1, 2]]), e: "long ".repeat(30), f: "a\nb\n" }),
      };
    },
  },
  {
    name: "js-yaml",
    packages: { "js-yaml": "4.1.1" },
    async load() {
      const { default: yaml } = await import("js-yaml");
      return {
        parsed: () =>
          yaml.load(
            "a: &x\n  b: [1, 2, {c: d}]\n  e: |\n    text\n    more\nf: *x\ng: 2001-12-14\nh: !!binary aGVsbG8=\n",
          ),
        all: () => yaml.loadAll("---\na: 1\n---\n- 'x'\n- >-\n  folded\n  text\n...\n"),
        printed: () =>
          yaml.dump(
            { a: [1, { b: null, c: "x: y" }], e: "long ".repeat(30), f: "a\nb\n", g: [[1, 2], []] },
            { flowLevel: 3 },
          ),
      };
    },
  },
  {
    name: "papaparse",
    packages: { papaparse: "5.5.3" },
    async load() {
      const { default: Papa } = await import("papaparse");
      return {
        header: () => Papa.parse('a,b\n1,"x, ""y"""\n2,z\n', { header: true, dynamicTyping: true }),
        guessed: () => Papa.parse("a;b;c\n1;2;3\n#x\n4;5;6\n", { comments: "#", transform: (v) => `${v}!` }),
        printed: () =>
          Papa.unparse(
            [
              { a: 1, b: "x, y" },
              { a: null, b: 'q"r\ns' },
            ],
            { delimiter: ";" },
          ),
      };
    },
  },
  {
    name: "fast-xml-parser",
    packages: { "fast-xml-parser": "5.12.1" },
    async load() {
      const { XMLBuilder, XMLParser, XMLValidator } = await import("fast-xml-parser");
      return {
        attributes: () => new XMLParser({ ignoreAttributes: false }).parse(xml[0]),
        ordered: () => new XMLParser({ preserveOrder: true, removeNSPrefix: true }).parse(xml[1]),
        built: () => [
          new XMLBuilder({ format: true }).build({ l: { i: [1, "a<b", { j: true }] } }),
          XMLValidator.validate("<a><b></a>"),
          new XMLParser().parse(xml[2]),
        ],
      };
    },
  },
  {
    name: "parse5",
    packages: { parse5: "8.1.1" },
    async load() {
      const { parse, parseFragment, serialize } = await import("parse5");
      return {
        list: () => serialize(parse(html[0])),
        table: () => serialize(parse(html[1])),
        fragment: () => [
          serialize(parseFragment(html[2])),
          parseFragment(html[0], { sourceCodeLocationInfo: true }).childNodes.length,
        ],
      };
    },
  },
  {
    name: "htmlparser2",
    packages: { htmlparser2: "12.0.0" },
    async load() {
      const { Parser, parseDocument } = await import("htmlparser2");
      const walk = (n) => ({ t: n.type, n: n.name, d: n.data, a: n.attribs, c: n.children?.map(walk) });
      const events = (text, options) => {
        const out = [];
        const parser = new Parser(
          {
            onopentag: (name, a) => out.push(name, a),
            ontext: (t) => out.push(t),
            onclosetag: (name) => out.push(`/${name}`),
          },
          options,
        );
        parser.write(text);
        parser.end();
        return out;
      };
      return {
        tree: () => walk(parseDocument(html[0])),
        events: () => events(html[1], {}),
        xml: () => events(xml[1] + html[2], { xmlMode: true }),
      };
    },
  },
  {
    name: "cheerio",
    packages: { cheerio: "1.2.0" },
    async load() {
      const { load } = await import("cheerio");
      return {
        lists() {
          const $ = load(html[0]);
          $("li").each((i, e) => {
            $(e).attr("n", String(i)).append("<u>x</u>");
          });
          return $.html();
        },
        tables() {
          const $ = load(html[1]);
          return [
            $("td b").text(),
            $("td")
              .map((_, e) => $(e).text())
              .get(),
            $("table").find("td:first-child").closest("tr").html(),
          ];
        },
        changed() {
          const $ = load(html[2], {}, false);
          $("p").addClass("q r").removeClass("r").wrap("<section>");
          return [$.html(), $("#x").data("y"), $("[data-y^=z] > :nth-child(1)").length, $.root().text()];
        },
      };
    },
  },
  {
    name: "joi",
    packages: { joi: "18.3.2" },
    async load() {
      const { default: Joi } = await import("joi");
      const tell = ({ value, error }) => [value, error?.details.map(({ message, path }) => [message, path])];
      return {
        objects() {
          const S = Joi.object({
            a: Joi.string().min(2).email({ tlds: false }),
            b: Joi.array().items(Joi.number().integer(), Joi.valid("x")).max(3).required(),
          }).xor("a", "c");
          return [
            tell(S.validate({ a: "x@y.z", b: [1, "x"] })),
            tell(S.validate({ b: [1.5, "y"], d: 1 }, { abortEarly: false })),
          ];
        },
        conditions() {
          const S = Joi.object({
            t: Joi.string(),
            v: Joi.when("t", { is: "p", then: Joi.number().required(), otherwise: Joi.forbidden() }),
          });
          return [
            tell(S.validate({ t: "p", v: "3" })),
            tell(S.validate({ t: "p" })),
            tell(S.validate({ t: "q", v: 1 })),
          ];
        },
        references() {
          const S = Joi.object({
            from: Joi.date(),
            to: Joi.date().min(Joi.ref("from")),
            n: Joi.number().default(3),
          }).rename("m", "n");
          return [tell(S.validate({ from: "2020-01-02", to: "2020-01-01" })), tell(S.validate({ m: 4 }))];
        },
      };
    },
  },
  {
    name: "yup",
    packages: { yup: "1.7.1" },
    async load() {
      const yup = await import("yup");
      const check = (schema, value) => {
        try {
          return schema.validateSync(value, { abortEarly: false });
        } catch ({ errors }) {
          return errors;
        }
      };
      return {
        objects() {
          const s = yup
            .object({ a: yup.string().min(2).email(), b: yup.array().of(yup.number().integer()).max(3).required() })
            .noUnknown();
          return [
            check(s, { a: "x@y.z", b: [1, "2"] }),
            check(s, { a: "q", b: [1.5, 2, 3, 4] }),
            s.describe().fields.a,
          ];
        },
        conditions() {
          const s = yup.object({ t: yup.string(), v: yup.number().when("t", { is: "p", then: (v) => v.required() }) });
          return [check(s, { t: "p" }), check(s, { t: "q" }), check(s, { t: "p", v: "12" })];
        },
        cast: () => [
          yup.object({ n: yup.number().default(3), d: yup.date() }).cast({ d: "2020-01-02" }),
          check(yup.tuple([yup.string(), yup.number().positive()]), ["a", -1]),
          check(
            yup.lazy((v) => (Array.isArray(v) ? yup.array() : yup.boolean())),
            "true",
          ),
        ],
      };
    },
  },
  {
    name: "qs",
    packages: { qs: "6.17.1" },
    async load() {
      const { default: qs } = await import("qs");
      return {
        parsed: () => qs.parse("a[b][c]=1&a[d][]=2&a[d][]=3&e=%E9&f.g=4", { allowDots: true, charset: "iso-8859-1" }),
        printed: () =>
          qs.stringify(
            { a: { b: [1, { c: "x y" }], d: null }, e: new Date(0) },
            { arrayFormat: "brackets", encodeValuesOnly: true },
          ),
        sorted: () => [
          qs.stringify(
            { z: 1, a: { y: "é", b: [undefined, 2] } },
            { sort: (a, b) => a.localeCompare(b), indices: false },
          ),
          qs.parse("a=1;b[3]=2", { delimiter: ";" }),
        ],
      };
    },
  },
  {
    name: "semver",
    packages: { semver: "7.8.6" },
    async load() {
      const { default: semver } = await import("semver");
      return {
        ranges() {
          const out = [];
          for (const r of ["^1.2.3 || ~2.0", ">=1.0.0-rc.1 <3", "1.x - 2.3.x", "*"])
            out.push(semver.validRange(r), semver.satisfies("2.0.5", r), semver.minVersion(r)?.version);
          return out;
        },
        sorted() {
          const out = [];
          for (const v of semver.sort(["1.10.0", "1.2.0", "1.2.0-alpha.10", "1.2.0-alpha.9", "0.9.9"]))
            out.push(v, semver.inc(v, "minor"), semver.inc(v, "prerelease", "b"));
          return out;
        },
        sets: () => [
          semver.maxSatisfying(["1.2.3", "1.3.0", "2.0.0"], "^1"),
          semver.intersects("^1.2", "<1.3"),
          semver.subset("~1.2.3", "^1"),
          semver.coerce("v3.4 beta").version,
          semver.simplifyRange(["1.0.0", "1.1.0", "1.2.0"], "1.0.0 || 1.1.0 || 1.2.0"),
        ],
      };
    },
  },
  {
    name: "diff",
    packages: { diff: "9.0.0" },
    async load() {
      const diff = await import("diff");
      const lines = (n, k) => Array.from({ length: n }, (_, i) => `line ${(i * k) % 7}`).join("\n");
      return {
        words: () => diff.diffWords("the quick brown fox jumps", "the slow brown dog jumps over"),
        patch() {
          const patch = diff.createPatch("f", lines(12, 1), lines(13, 3));
          return [patch.split("\n").slice(2), diff.applyPatch(lines(12, 1), patch)];
        },
        others: () => [
          diff.diffChars("kitten", "sitting"),
          diff.diffArrays([1, 2, 3, 4], [1, 3, 5, 4]),
          diff.diffJson({ a: 1, b: [1] }, { a: 2, b: [1, 2] }),
          diff.diffSentences("A b. C d.", "A b. X d."),
        ],
      };
    },
  },
  {
    name: "diff-match-patch",
    packages: { "diff-match-patch": "1.0.5" },
    async load() {
      const { default: DiffMatchPatch } = await import("diff-match-patch");
      const a = "The quick brown fox jumps over the lazy dog. ".repeat(3);
      const b = a.replace("quick", "slow").replace(/dog/g, "cat and dog");
      return {
        diffed() {
          const d = new DiffMatchPatch();
          const all = d.diff_main(a, b);
          d.diff_cleanupSemantic(all);
          return [all.map(String), d.diff_levenshtein(all), d.diff_toDelta(all)];
        },
        patched() {
          const d = new DiffMatchPatch();
          const p = d.patch_make(a, b);
          return [d.patch_toText(p), d.patch_apply(p, `x ${a}`)];
        },
        matched() {
          const d = new DiffMatchPatch();
          return [
            d.match_main(a, "brwn fx", 10),
            d.match_main(b, "cat or dog", 60),
            d.diff_main("a\nb\nc\n".repeat(20), "a\nc\nd\n".repeat(20)).map(String),
          ];
        },
      };
    },
  },
  {
    name: "luxon",
    packages: { luxon: "3.7.2" },
    async load() {
      const { DateTime, Duration, Interval } = await import("luxon");
      return {
        parsed() {
          const out = [];
          for (const t of ["2020-02-03T04:05:06Z", "2016-W21-3", "20200101T1030", "bad"])
            out.push(DateTime.fromISO(t, { zone: "utc" }).toISO());
          return out;
        },
        formatted() {
          const d = DateTime.fromISO("2020-02-03T04:05:06", { zone: "America/New_York" });
          return [
            d.toFormat("yyyy LLL dd 'at' HH:mm ZZ"),
            d.plus({ months: 1, days: 40 }).toISO(),
            d.setLocale("de").toFormat("cccc d. LLLL"),
            d.startOf("week").toRFC2822(),
          ];
        },
        spans: () => [
          Interval.fromISO("2020-01-01/P2M", { zone: "utc" }).splitBy({ weeks: 1 }).map(String),
          Duration.fromObject({ hours: 50, minutes: 61 }).normalize().toISO(),
          DateTime.fromFormat("May 25 1982", "LLLL dd yyyy", { zone: "utc" }).toISODate(),
        ],
      };
    },
  },
  {
    name: "date-fns",
    packages: { "date-fns": "4.4.0" },
    async load() {
      const f = await import("date-fns");
      const day = new Date(2020, 1, 3, 4, 5, 6);
      return {
        formatted: () =>
          ["yyyy-MM-dd'T'HH:mm:ss", "EEEE do 'of' LLLL", "QQQ wo D", "PPPPpppp"].map((p) =>
            f.format(day, p, { useAdditionalDayOfYearTokens: true }),
          ),
        parsed: () => [
          f.parse("02/11/2014", "MM/dd/yyyy", day).getTime(),
          f.parse("4:05 pm", "h:mm a", day).getTime(),
          f.parseISO("2014-02-11T11:30:30").getTime(),
          f.isValid(f.parse("x", "yyyy", day)),
        ],
        spans: () => [
          f.eachDayOfInterval({ start: day, end: f.addDays(day, 6) }).map(Number),
          f.formatDistance(day, f.addMonths(day, 5)),
          f.intervalToDuration({ start: day, end: f.addHours(day, 1000) }),
          f.differenceInBusinessDays(f.addDays(day, 30), day),
          f.formatDuration({ months: 2, days: 3 }),
        ],
      };
    },
  },
  {
    name: "dayjs",
    packages: { dayjs: "1.11.23" },
    async load() {
      const { default: dayjs } = await import("dayjs");
      const { default: advanced } = await import("dayjs/plugin/advancedFormat.js");
      const { default: custom } = await import("dayjs/plugin/customParseFormat.js");
      const { default: duration } = await import("dayjs/plugin/duration.js");
      const { default: relative } = await import("dayjs/plugin/relativeTime.js");
      for (const plugin of [advanced, custom, duration, relative]) dayjs.extend(plugin);
      await import("dayjs/locale/de.js");
      dayjs.locale("en");
      const day = dayjs("2020-02-03T04:05:06");
      return {
        formatted: () => [
          day.format("YYYY MMM Do dddd HH:mm A"),
          day.locale("de").format("dddd D. MMMM"),
          day.add(40, "day").endOf("month").format(),
        ],
        parsed: () => [
          dayjs("05/02/69 1:02:03 PM", "MM/DD/YY H:mm:ss A").format(),
          dayjs("2. März 2018", "D. MMMM YYYY", "de").format(),
          dayjs("x", "YYYY", true).isValid(),
        ],
        spans: () => [
          dayjs.duration(123456789).format("D[d] HH:mm:ss"),
          dayjs.duration({ months: 2, hours: 30 }).toISOString(),
          day.to(day.add(5, "month")),
          day.diff("2019-01-01", "month", true),
        ],
      };
    },
  },
];
