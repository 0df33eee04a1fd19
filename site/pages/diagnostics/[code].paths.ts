import { routesOf } from "../../.vitepress/sections.ts";

export default {
  watch: ["../../../docs/diagnostics.md"],
  paths: () => routesOf("diagnostics", (heading) => /^PT\d+(?= )/.exec(heading) ?? [], "All messages of the transform"),
};
