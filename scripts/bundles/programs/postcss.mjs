import postcss from "postcss";
/** @preempt */
export function run() {
  const root = postcss.parse(
    "@media (max-width: 3px) { a:hover, b > c { color: red !important; background: url(data:x;y) } } /* c */ @import 'x'; .d { --x: { a: b }; }",
  );
  root.walkDecls((d) => {
    d.value += "1";
    if (d.prop === "color") d.remove();
  });
  root.walkRules(/a/, (r) => {
    r.selector = r.selector.toUpperCase();
  });
  let bad = "";
  try {
    postcss.parse("a { b: c");
  } catch (e) {
    bad = e.message;
  }
  return root.toString() + JSON.stringify(root.toJSON()).replace(/<input css [^>]*>/g, "") + bad;
}
