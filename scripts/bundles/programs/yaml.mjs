import YAML from "yaml";
/** @preempt */
export function run() {
  const s =
    'a: &x\n  b: [1, 2, {c: d}]\n  e: |\n    text\n    more\nf: *x\n? complex\n: - 1\n  - !!set {x, y}\n  - 2001-12-14\n  - "q\\n\\u00e9"\n';
  const d = YAML.parseDocument(s);
  let bad = "";
  try {
    YAML.parse("a: [1, 2");
  } catch (e) {
    bad = e.message;
  }
  return (
    JSON.stringify(d.toJS()) +
    String(d) +
    YAML.stringify({ a: [1, { b: null, c: "x: y" }], d: new Map([[1, 2]]) }) +
    bad
  );
}
