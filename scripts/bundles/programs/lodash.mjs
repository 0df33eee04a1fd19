import * as _ from "lodash-es";
/** @preempt */
export function run() {
  const xs = _.range(40).map((i) => ({ i, g: i % 3, s: `n${(i * 7) % 11}`, d: { e: [i, { f: i }] } }));
  return JSON.stringify([
    _.groupBy(xs, "g"),
    _.sortBy(xs, ["s", (x) => -x.i]).map((x) => x.i),
    _.merge({}, xs[1], xs[2]),
    _.isEqual(_.cloneDeep(xs), xs),
    _.flow([(a) => a + 1, (a) => a * 2])(3),
    _.chunk(
      xs.map((x) => x.i),
      7,
    ),
    _.template("<% for (const x of xs) { %><%- x %>,<% } %>")({ xs: ["<", "a"] }),
    _.camelCase("foo bar_baz-qux"),
    _.debounce.length,
    _.curry((a, b, c) => [a, b, c])(1)(2)(3),
    _.uniqBy(xs, "s").length,
    _.orderBy(xs, ["g", "i"], ["desc", "asc"]).map((x) => x.i),
    _.get(xs, "[3].d.e[1].f"),
    _.set({}, "a.b[2].c", 1),
    _.reduceRight(xs, (a, x) => a + x.s, ""),
    _.partition(xs, (x) => x.i > 20).map((p) => p.length),
    _.words("héllo wörld"),
    _.difference([1, 2, 3], [2]),
    _.zipObjectDeep(["a.b", "a.c"], [1, 2]),
  ]);
}
