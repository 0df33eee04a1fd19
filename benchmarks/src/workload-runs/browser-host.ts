/** Workloads in pages of a browser: both programs and what measures them in one script, as a build makes it. */
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { type BrowserName, openBrowser } from "../browsers/open.ts";
import { serve } from "../browsers/serve.ts";
import { bundledText } from "../bundled-text.ts";
import type { HostOrder, WorkloadHost } from "./host.ts";
import type { PageAnswer } from "./page.ts";

const page = fileURLToPath(new URL("./page.ts", import.meta.url));
/** Whoever asks a page holds it up for a moment. */
const betweenQuestions = 500;
const mostQuestions = 600;

/** A script that does not even load, or fails before it measures, answers as well. */
const html = `<!doctype html><meta charset="utf-8"><title>workload</title>
<script>
  const fail = ({ message }) => {
    globalThis.__workload ??= JSON.stringify({ error: message ?? "its script could not be loaded" });
  };
  addEventListener("error", fail, true);
</script>
<script src="/script.js"></script>`;

/** @throws LabError if there is no such browser here */
export async function browserHost(name: BrowserName): Promise<WorkloadHost> {
  const session = await openBrowser(name);
  let script = "";
  const { origin, stop } = await serve(
    (path) => (path === "/script.js" ? { type: "text/javascript", text: script } : { type: "text/html", text: html }),
    // Isolated pages have finer clocks.
    { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" },
  );
  return {
    engine: short(session.engine),
    async measure(workload, order) {
      script = await bundle(order);
      await session.goTo(origin);
      for (let i = 0; i < mostQuestions; i++) {
        await new Promise((resolve) => setTimeout(resolve, betweenQuestions));
        const text = (await session.run("return globalThis.__workload ?? '';")) as string;
        if (text === "") continue;
        const answer = JSON.parse(text) as PageAnswer;
        if ("report" in answer) return answer.report;
        throw new Error(`${workload} in ${session.engine}: ${answer.error}`);
      }
      throw new Error(`${workload} in ${session.engine} has no end.`);
    },
    async close() {
      await session.close();
      stop();
    },
  };
}

/** "Firefox 153.7" of "Firefox 153.7.0": it heads a column. */
function short(engine: string): string {
  return engine.replace(/^(\S+ \d+\.\d+).*/, "$1");
}

async function bundle({ plain, transformed, effort }: HostOrder): Promise<string> {
  const text = `import { workload as plain } from ${JSON.stringify(fileURLToPath(plain))};
import { workload as transformed } from ${JSON.stringify(fileURLToPath(transformed))};
import { measureInPage } from ${JSON.stringify(page)};
measureInPage({ plain, transformed, effort: ${JSON.stringify(effort)} });`;
  const id = `${page}.entry`;
  const result = await build({
    configFile: false,
    logLevel: "error",
    plugins: [
      {
        name: "entry",
        enforce: "pre",
        resolveId: (source) => (source === id ? id : undefined),
        load: (source) => (source === id ? text : undefined),
      },
    ],
    build: {
      write: false,
      minify: false,
      target: "esnext",
      modulePreload: false,
      copyPublicDir: false,
      rolldownOptions: { input: id, output: { format: "iife" } },
    },
  });
  return bundledText(result);
}
