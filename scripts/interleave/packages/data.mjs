// biome-ignore-all lint/suspicious/noTemplateCurlyInString: programs in programs
// Collections, statistics, matrices, graphs, search.
const documents = (count, seed) =>
  Array.from({ length: count }, (_, id) => ({
    id,
    title: `item ${(id * 7 + seed) % 11}`,
    text: ["quick brown fox", "lazy dog sleeps", "green plants grow", "planting a tree"][(id + seed) % 4],
  }));
const rows = (count, seed) =>
  Array.from({ length: count }, (_, i) => ({
    i,
    g: (i + seed) % 3,
    s: `n${(i * 7) % 11}`,
    d: { e: [i, { f: i * seed }] },
  }));

/** @type {import("../entry.ts").Entry[]} */
export const entries = [
  {
    name: "lodash",
    packages: { lodash: "4.18.1" },
    async load() {
      const { default: _ } = await import("lodash");
      return {
        groups() {
          const xs = rows(20, 1);
          return [
            _.groupBy(xs, "g"),
            _.sortBy(xs, ["s", (x) => -x.i]).map((x) => x.i),
            _.uniqBy(xs, "s").length,
            _.partition(xs, (x) => x.i > 9),
          ];
        },
        copies() {
          const xs = rows(10, 2);
          return [
            _.merge({}, xs[1], xs[2]),
            _.isEqual(_.cloneDeep(xs), xs),
            _.get(xs, "[3].d.e[1].f"),
            _.set({}, "a.b[2].c", 1),
            _.defaultsDeep({ a: 1 }, { a: 2, b: { c: 3 } }),
          ];
        },
        texts: () => [
          _.template("<% for (const x of xs) { %><%- x %>,<% } %>")({ xs: ["<", "a"] }),
          _.camelCase("foo bar_baz-qux"),
          _.words("héllo wörld Big"),
          _.deburr("déjà vu"),
          _.chunk(_.range(20), 7),
          _.zipObjectDeep(["a.b", "a.c"], [1, 2]),
        ],
      };
    },
  },
  {
    name: "lodash-es",
    packages: { "lodash-es": "4.18.1" },
    async load() {
      const _ = await import("lodash-es");
      return {
        groups() {
          const xs = rows(20, 3);
          return [
            _.groupBy(xs, "g"),
            _.orderBy(xs, ["g", "i"], ["desc", "asc"]).map((x) => x.i),
            _.uniqBy(xs, "s").length,
            _.countBy(xs, (x) => x.s),
          ];
        },
        copies() {
          const xs = rows(10, 4);
          return [
            _.merge({}, xs[1], xs[2]),
            _.isEqual(_.cloneDeep(xs), xs),
            _.mapValues(xs[3], _.identity),
            _.unset(xs[2], "d.e"),
            _.differenceWith(xs, [xs[1]], _.isEqual).length,
          ];
        },
        texts: () => [
          _.template("a<%= b %>${c}")({ b: 1, c: 2 }),
          _.startCase("fooBar--baz"),
          _.truncate("a long text of words", { length: 12, separator: " " }),
          _.curry((a, b, c) => [a, b, c])(1)(2)(3),
          _.flow([(a) => a + 1, (a) => a * 2])(3),
          _.chain([3, 1, 2]).sort().reverse().value?.(),
        ],
      };
    },
  },
  {
    name: "ramda",
    packages: { ramda: "0.32.0" },
    async load() {
      const R = await import("ramda");
      return {
        groups: () => R.map(R.map(R.path(["d", "e"])), R.groupBy(R.prop("s"), rows(15, 1))),
        transduced: () => [
          R.transduce(
            R.compose(
              R.map(R.inc),
              R.filter((x) => x % 2 === 0),
              R.take(5),
            ),
            R.flip(R.append),
            [],
            R.range(0, 30),
          ),
          R.sortWith([R.ascend(R.prop("g")), R.descend(R.prop("i"))], rows(10, 2)),
        ],
        lenses: () => [
          R.over(R.lensPath(["d", "e", 1, "f"]), R.add(2), rows(4, 3)[2]),
          R.equals(rows(5, 1), rows(5, 1)),
          R.mergeDeepRight({ a: { b: 1 } }, { a: { c: 2 } }),
          R.memoizeWith(String, R.inc)(3),
        ],
      };
    },
  },
  {
    name: "immutable",
    packages: { immutable: "5.1.9" },
    async load() {
      const I = await import("immutable");
      return {
        maps() {
          let map = I.Map();
          for (let i = 0; i < 60; i++) map = map.set(`k${i}`, i).update(`k${i % 7}`, (x) => x + 1);
          return [map.toJS(), map.filter((x) => x % 2).size, map.hashCode()];
        },
        lists() {
          let list = I.List();
          for (let i = 0; i < 70; i++) list = i % 3 ? list.push(i) : list.unshift(-i);
          return [
            list.toArray(),
            list.splice(3, 5, 9).reverse().toJS(),
            list.groupBy((x) => x % 3).toJS(),
            list.sortBy((x) => -x).first(),
          ];
        },
        nested: () => [
          I.fromJS(rows(6, 1)).setIn([2, "d", "e", 0], "x").toJS(),
          I.is(I.fromJS(rows(4, 2)), I.fromJS(rows(4, 2))),
          I.Seq([1, 2, 3, 4])
            .map((x) => x * 2)
            .filter((x) => x > 2)
            .toArray(),
          I.OrderedMap({ b: 1, a: 2 }).sort().toJS(),
          I.Set([1, 2]).union([2, 3]).toJS(),
        ],
      };
    },
  },
  {
    name: "immer",
    packages: { immer: "11.2.10" },
    async load() {
      const { applyPatches, createDraft, enableMapSet, enablePatches, finishDraft, produce, produceWithPatches } =
        await import("immer");
      enablePatches();
      enableMapSet();
      return {
        produced() {
          let all = { list: rows(5, 1), total: 0 };
          for (let n = 0; n < 4; n++)
            all = produce(all, (draft) => {
              for (const x of draft.list) {
                x.d.e[0] += n;
                draft.total += x.i;
              }
              draft.list.push({ i: n });
            });
          return all;
        },
        patches() {
          const base = { a: [1, { b: 2 }], m: new Map([["x", { y: 1 }]]), s: new Set([1]) };
          const [next, forth, back] = produceWithPatches(base, (d) => {
            for (let i = 0; i < 3; i++) {
              d.a[1].b++;
              d.a.push(i);
              d.m.get("x").y = i;
              d.m.set(`z${i}`, 1);
              d.s.add(i);
            }
          });
          return [next, forth, back, applyPatches(next, back)];
        },
        drafts() {
          const draft = createDraft({ rows: rows(4, 2) });
          for (const row of draft.rows)
            produce(row, (d) => {
              d.i = -1;
            });
          for (const row of draft.rows) row.d.e[1].f *= 2;
          return finishDraft(draft);
        },
      };
    },
  },
  {
    name: "simple-statistics",
    packages: { "simple-statistics": "7.12.1" },
    async load() {
      const ss = await import("simple-statistics");
      const sample = (count, seed) => Array.from({ length: count }, (_, i) => ((i * 31 + seed) % 17) + i / 10);
      return {
        summary() {
          const xs = sample(40, 1);
          return [
            ss.mean(xs),
            ss.median(xs),
            ss.sampleSkewness(xs),
            ss.quantile(xs, [0.1, 0.5]),
            ss.mode(xs),
            ss.interquartileRange(xs),
          ];
        },
        clusters: () => [
          ss.ckmeans(sample(20, 2), 4),
          ss.jenks(sample(15, 3), 3),
          ss.kernelDensityEstimation(sample(20, 4))(5),
        ],
        models() {
          const bayes = new ss.BayesianClassifier();
          for (let i = 0; i < 8; i++) bayes.train({ s: `n${i % 3}` }, i % 2 ? "odd" : "even");
          const line = ss.linearRegression(sample(20, 5).map((y, x) => [x, y]));
          return [
            bayes.score({ s: "n1" }),
            line,
            ss.permutationsHeap([1, 2, 3, 4]),
            ss.combinations([1, 2, 3, 4, 5], 3),
            ss.poissonDistribution(3),
            ss.tTest(sample(10, 6), 5),
          ];
        },
      };
    },
  },
  {
    name: "ml-matrix",
    packages: { "ml-matrix": "6.15.1" },
    async load() {
      const { EVD, Matrix, QR, SVD, LU, inverse, solve } = await import("ml-matrix");
      const make = (n, seed) =>
        new Matrix(
          Array.from({ length: n }, (_, i) =>
            Array.from({ length: n }, (_, j) => ((i * 7 + j * 3 + seed) % 11) + (i === j ? 9 : 0)),
          ),
        );
      const numbers = (m) => m.to2DArray();
      const work = {
        product: (n, s) =>
          numbers(
            make(n, s)
              .mmul(make(n, s + 1))
              .transpose()
              .mulColumnVector(make(n, 1).getColumn(0)),
          ),
      };
      return {
        solved: () => [numbers(solve(make(5, 1), make(5, 2))), numbers(inverse(make(4, 3))), work.product(6, 1)],
        singular() {
          const svd = new SVD(make(4, 4));
          return [svd.diagonal, numbers(svd.inverse()), work.product(5, 2)];
        },
        values() {
          const evd = new EVD(make(4, 5));
          const qr = new QR(make(4, 6));
          return [
            evd.realEigenvalues,
            numbers(qr.orthogonalMatrix),
            new LU(make(5, 7)).determinant,
            work.product(4, 3),
          ];
        },
      };
    },
  },
  {
    name: "graphology",
    packages: {
      graphology: "0.26.0",
      "graphology-metrics": "2.4.2",
      "graphology-shortest-path": "2.1.0",
      "graphology-types": "0.24.8",
    },
    async load() {
      const { default: Graph } = await import("graphology");
      const { default: metrics } = await import("graphology-metrics");
      const { default: paths } = await import("graphology-shortest-path");
      const make = (count, step) => {
        const graph = new Graph();
        for (let i = 0; i < count; i++) graph.addNode(i, { i });
        for (let i = 0; i < count; i++)
          for (let k = 1; k <= 2; k++) graph.mergeEdge(i, (i * step + k) % count, { weight: (i % 5) + k });
        return graph;
      };
      return {
        central: () => [metrics.centrality.betweenness(make(12, 3)), metrics.centrality.pagerank(make(9, 2))],
        paths: () => [
          paths.bidirectional(make(20, 3), 0, 13),
          paths.dijkstra.singleSource(make(15, 2), 1),
          paths.astar.bidirectional(make(15, 4), 2, 11),
        ],
        exported: () => [
          make(10, 3).mapEdges((_, { weight }, from, to) => [from, to, weight]),
          metrics.graph.diameter(make(8, 3)),
          make(9, 2).reduceNodes((sum, _, { i }) => sum + i, 0),
        ],
      };
    },
  },
  {
    name: "ngraph.path",
    packages: { "ngraph.path": "1.6.1", "ngraph.graph": "20.1.2" },
    async load() {
      const { default: createGraph } = await import("ngraph.graph");
      const { default: path } = await import("ngraph.path");
      const make = (size) => {
        const graph = createGraph();
        for (let x = 0; x < size; x++)
          for (let y = 0; y < size; y++) {
            graph.addNode(`${x},${y}`, { x, y });
            if (x > 0) graph.addLink(`${x - 1},${y}`, `${x},${y}`, { weight: 1 + ((x * y) % 4) });
            if (y > 0) graph.addLink(`${x},${y - 1}`, `${x},${y}`, { weight: 1 + ((x + y) % 3) });
          }
        return graph;
      };
      const options = {
        distance: (_a, _b, link) => link.data.weight,
        heuristic: (a, b) => Math.abs(a.data.x - b.data.x) + Math.abs(a.data.y - b.data.y),
      };
      const names = (found) => found.map(({ id }) => id);
      return {
        star: () => names(path.aStar(make(6), options).find("0,0", "5,5")),
        greedy: () => names(path.aGreedy(make(7), options).find("0,6", "5,1")),
        nba: () => names(path.nba(make(6), options).find("5,0", "0,4")),
      };
    },
  },
  {
    name: "dagre",
    packages: { dagre: "0.8.5" },
    async load() {
      const { default: dagre } = await import("dagre");
      const lay = (edges, options) => {
        const graph = new dagre.graphlib.Graph();
        graph.setGraph(options);
        graph.setDefaultEdgeLabel(() => ({}));
        for (const name of new Set(edges.join(""))) graph.setNode(name, { width: 10, height: 12 });
        for (const [from, to] of edges) graph.setEdge(from, to);
        dagre.layout(graph);
        return [graph.nodes().map((n) => graph.node(n)), graph.edges().map((e) => graph.edge(e))];
      };
      return {
        tree: () => lay(["ab", "ac", "bd", "be", "cf"], {}),
        circle: () => lay(["ab", "bc", "cd", "de", "ea", "ac"], { rankdir: "LR" }),
        long: () => lay(["ab", "ac", "bd", "cd", "de", "df", "fa", "ag"], { ranker: "longest-path" }),
      };
    },
  },
  {
    name: "fuse.js",
    packages: { "fuse.js": "7.5.0" },
    async load() {
      const { default: Fuse } = await import("fuse.js");
      const find = (options, query, seed) =>
        new Fuse(documents(12, seed), { keys: ["text", "title"], ...options }).search(query);
      return {
        plain: () => find({ includeScore: true }, "quik brwn", 1),
        matches: () => find({ includeMatches: true, ignoreLocation: true }, "plant", 2),
        extended: () => find({ useExtendedSearch: true }, "'dog | ^green", 3),
      };
    },
  },
  {
    name: "lunr",
    packages: { lunr: "2.3.9" },
    async load() {
      const { default: lunr } = await import("lunr");
      const index = (seed) =>
        lunr(function () {
          this.ref("id");
          this.field("text", { boost: 2 });
          this.field("title");
          for (const one of documents(8, seed)) this.add(one);
        });
      return {
        words: () => index(1).search("green plant"),
        wild: () => index(2).search("plan* -lazy"),
        fuzzy: () => index(3).search("+text:quik~1 title:item^2"),
      };
    },
  },
  {
    name: "minisearch",
    packages: { minisearch: "7.2.0" },
    async load() {
      const { default: MiniSearch } = await import("minisearch");
      const index = (seed) => {
        const all = new MiniSearch({ fields: ["text", "title"], storeFields: ["title"] });
        all.addAll(documents(12, seed));
        return all;
      };
      return {
        prefix: () => index(1).search("pla gre", { prefix: true, combineWith: "AND" }),
        fuzzy: () => index(2).search("quik dgo", { fuzzy: 0.4, boost: { text: 2 } }),
        changed() {
          const all = index(3);
          for (let id = 0; id < 6; id++) all.discard(id);

          return [all.autoSuggest("pl"), all.search("dog"), JSON.stringify(all)];
        },
      };
    },
  },
  {
    name: "flexsearch",
    packages: { flexsearch: "0.8.212" },
    async load() {
      const { default: FlexSearch } = await import("flexsearch");
      const index = (options, seed) => {
        const all = new FlexSearch.Index(options);
        for (const { id, text, title } of documents(12, seed)) all.add(id, `${text} ${title}`);
        return all;
      };
      return {
        forward: () => {
          const all = index({ tokenize: "forward" }, 1);
          return [all.search("pla"), all.search("gree")];
        },
        full: () => {
          const all = index({ tokenize: "full", resolution: 5 }, 2);
          all.remove(3);
          return [all.search("ow"), all.search("lazy dog")];
        },
        near: () => {
          const all = index({ context: true, encoder: "LatinBalance" }, 3);
          return [all.search("quick fox"), all.search("planting tree", { suggest: true })];
        },
      };
    },
  },
];
