import { routesOf } from "../../.vitepress/sections.ts";

/** Headings name one code, or several with commas. */
const codesOf = (heading: string) =>
  heading
    .replaceAll("`", "")
    .split(", ")
    .filter((code) => /^[a-z_]+$/.test(code));

export default {
  watch: ["../../../docs/errors.md"],
  paths: () => routesOf("errors", codesOf, "All errors"),
};
