// biome-ignore-all lint/suspicious/noTemplateCurlyInString: programs in programs
import Prism from "prismjs";
/** @preempt */
export function run() {
  return (
    Prism.highlight(
      "const a = `x${b + `c${1}`}`; /re[g]ex/gi.test(s); // c\nfunction f(a, {b}) { return class A extends B { #x = 1; get y() { return this.#x } } }",
      Prism.languages.javascript,
      "javascript",
    ) +
    Prism.highlight(
      "<div class='a'>x<script>let a=1;</script><style>a{b:c}</style></div>",
      Prism.languages.markup,
      "markup",
    )
  );
}
