/**
 * The gallery: a build of its own, since it makes more libraries preemptable than all other pages together. It is the start
 * page, and stands in the folder of the other pages, which are built first.
 */
import { defineConfig } from "vite";
import { disposalSymbols } from "./build/disposal-symbols.ts";
import { chosenEntries, leaveOutEntries } from "./build/gallery-entries.ts";
import { galleryPackages } from "./build/gallery-packages.ts";
import { oneDiagram } from "./build/one-diagram.ts";
import { queries, variants } from "./build/variants.ts";
import demo from "./vite.config.ts";

const ids = Object.keys(galleryPackages);
const chosen = chosenEntries(ids, process.env.PREEMPT_GALLERY);

export default defineConfig({
  ...demo,
  plugins: [
    disposalSymbols(),
    leaveOutEntries(ids, chosen),
    oneDiagram(),
    variants({ packages: [...new Set(chosen.flatMap((id) => galleryPackages[id] ?? []))] }),
  ],
  worker: { format: "es", plugins: () => [leaveOutEntries(ids, chosen), queries()] },
  build: { ...demo.build, emptyOutDir: false, rolldownOptions: { input: ["index.html"] } },
});
