/** The pages, in the order in which people need them. */
import type { DefaultTheme } from "vitepress";

const group = (text: string, pages: readonly (readonly [string, string])[], collapsed = false) => ({
  text,
  collapsed,
  items: pages.map(([name, link]) => ({ text: name, link: `/${link}` })),
});

export const sidebar: DefaultTheme.SidebarItem[] = [
  group("Begin", [
    ["Start", "start"],
    ["Tutorial", "tutorial"],
    ["Concepts", "concepts"],
    ["The gallery", "gallery"],
    ["When to use it", "when-to-use"],
    ["Questions", "faq"],
  ]),
  group("How to", [
    ["Set it up", "setup"],
    ["React, Vue, Svelte", "frameworks"],
    ["Editors and linters", "editors"],
    ["The advisor", "advisor"],
    ["Cancel, progress, share, tune", "how-to"],
    ["Recipes", "recipes"],
    ["Migrate", "migrate"],
    ["Test with virtual time", "testing"],
    ["Find races", "interleaving"],
    ["Many cores", "many-cores"],
    ["Scripts of users", "scripts"],
    ["Tool chains", "tool-chains"],
  ]),
  group("Servers", [
    ["Servers", "servers"],
    ["Frameworks", "server-frameworks"],
    ["Events", "server-events"],
    ["Scaling", "server-scaling"],
  ]),
  group("Reference", [
    ["The kernel", "kernel"],
    ["Which calls pass preemption on", "how-preemption-spreads"],
    ["Messages of the transform", "diagnostics"],
    ["Errors", "errors"],
    ["Versions and stability", "stability"],
    ["From other schedulers", "from-other-schedulers"],
    ["Emitted code", "output"],
    ["Glossary", "glossary"],
  ]),
  group("Theory", [
    ["How it works", "how-it-works"],
    ["Architecture", "architecture"],
    ["The laboratory", "lab"],
    ["The event loop as a model", "lab-models"],
    ["Offsets", "lab-offsets"],
    ["The laboratory and other tools", "lab-interchange"],
    ["Decisions", "decisions/"],
  ]),
  group(
    "Performance and proof",
    [
      ["Benchmarks", "benchmarks"],
      ["Exactness", "exactness"],
      ["Whole libraries", "libraries"],
      ["Packages that interleave", "interleaving-packages"],
      ["Servers and their peers", "server-peers"],
      ["Priority in servers", "server-priority"],
      ["Batching in servers", "server-batching"],
      ["Overload", "server-overload"],
      ["A small device", "server-device"],
      ["The demo", "about-the-demo"],
      ["Contributing", "contributing"],
    ],
    true,
  ),
];
