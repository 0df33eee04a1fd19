/** The advisor in Vite's development server, without a browser: what is served, what is answered, and what is not. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import type { AddressInfo, Server } from "node:net";
import { join } from "node:path";
import { build, createServer, type ViteDevServer } from "vite";
import { expect, onTestFinished, test } from "vitest";
import preempt from "../../src/vite.ts";
import { writeProject } from "../kit/project.ts";

const main = `const query: HTMLInputElement | null = document.querySelector("#query");

function search(text: string): number {
  let n = 0;
  for (let i = 0; i < 1e6; i++) n += text.charCodeAt(i % text.length);
  return n;
}

query?.addEventListener("input", () => {
  query.title = String(search(query.value));
});
`;
const page = '<!doctype html><input id="query"><script type="module" src="/src/main.ts"></script>';
const config = 'import preempt from "@preempt/transformer/vite";\nexport default { plugins: [preempt()] };\n';

async function serving(
  advisor = true,
): Promise<{ readonly root: string; readonly url: string; readonly server: ViteDevServer }> {
  const root = writeProject({ "index.html": page, "src/main.ts": main, "vite.config.ts": config });
  const server = await createServer({
    root,
    configFile: false,
    logLevel: "silent",
    server: { host: "127.0.0.1", port: 0, ws: false },
    plugins: [preempt({ advisor, summary: false })],
  });
  await server.listen();
  onTestFinished(async () => {
    await server.close();
    rmSync(root, { recursive: true, maxRetries: 9, retryDelay: 100 });
  });
  const { port } = (server.httpServer as Server).address() as AddressInfo;
  return { root, server, url: `http://127.0.0.1:${port}/` };
}

/** As the page sends it. */
async function ask(url: string, what: string, value: object, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(`${url}@preempt/advisor/${what}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: new URL(url).origin, ...headers },
    body: JSON.stringify(value),
  });
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
}

/** What the page has measured: the handler took 190 ms, most of them in search, which starts where the served code says. */
function measured(url: string, code: string) {
  const position = code.indexOf("() =>");
  const line = (text: string) => code.slice(0, code.indexOf(text)).split("\n").length;
  const frames = [
    {
      name: "",
      resourceId: 0,
      line: line("() =>"),
      column: code.split("\n")[line("() =>") - 1]?.indexOf("() =>") ?? 0,
    },
    { name: "search", resourceId: 0, line: line("function search"), column: 16 },
  ];
  const samples = Array.from({ length: 19 }, (_, i) => ({ timestamp: 102 + i * 10, stackId: i < 2 ? 0 : 1 }));
  const event = { startTime: 100, duration: 200, processingStart: 101, processingEnd: 292 };
  const script = { startTime: 101, duration: 190, invoker: "INPUT#query.oninput", sourceURL: `${url}src/main.ts` };
  return {
    entries: [
      { entryType: "event", name: "keydown", interactionId: 1, target: "input#query", ...event },
      {
        entryType: "long-animation-frame",
        startTime: 100,
        duration: 198,
        scripts: [{ ...script, sourceCharPosition: position }],
      },
    ],
    profiles: [
      { resources: [`${url}src/main.ts`], frames, stacks: [{ frameId: 0 }, { frameId: 1, parentId: 0 }], samples },
    ],
  };
}

interface Answer {
  readonly slow: readonly { readonly shares: readonly { readonly name: string; readonly line: number }[] }[];
  readonly advice: readonly { readonly id: string; readonly title: string; readonly edit?: unknown }[];
}

test("what the page measured leads to sources and advice, which is applied by its id, once", async () => {
  const { root, url } = await serving();
  const code = await (await fetch(`${url}src/main.ts`)).text();
  const { status, answer } = await ask(url, "analyse", measured(url, code));
  const { slow, advice } = answer as unknown as Answer;
  expect(status).toBe(200);
  expect(slow[0]?.shares.map(({ name, line }) => [name, line])).toEqual([
    ["(anonymous function)", 9],
    ["search", 3],
  ]);
  expect(advice.map(({ title, edit }) => [title, edit])).toEqual([['Make the handler (on "input") a job', undefined]]);

  const [{ id } = { id: "" }] = advice;
  expect(await ask(url, "apply", { id })).toMatchObject({ status: 200 });
  expect(readFileSync(join(root, "src/main.ts"), "utf8")).toContain('"input", rt.listener(() => {');
  expect(readFileSync(join(root, "src/rt.ts"), "utf8")).toContain("export const rt = new Scheduler();");
  expect(await ask(url, "apply", { id })).toMatchObject({
    status: 409,
    answer: { error: expect.stringContaining("edit_unknown") },
  });
});

test("requests of other pages change nothing, nor do invented ids and files", async () => {
  const { root, url } = await serving();
  const code = await (await fetch(`${url}src/main.ts`)).text();
  const { answer } = await ask(url, "analyse", measured(url, code));
  const [{ id } = { id: "" }] = (answer as unknown as Answer).advice;
  const other = await ask(url, "apply", { id }, { Origin: "http://evil.example" });
  expect(other).toMatchObject({
    status: 403,
    answer: { error: expect.stringContaining("it comes from http://evil.example") },
  });
  for (const value of [{ id: "x" }, { file: "src/main.ts", changes: [] }, {}]) {
    expect(await ask(url, "apply", value)).toMatchObject({ status: 409 });
  }
  expect(await ask(url, "other", {})).toMatchObject({ status: 409 });
  expect(readFileSync(join(root, "src/main.ts"), "utf8")).toBe(main);
});

test("the panel is in pages of the server that ask for it, with the header for its profiler", async () => {
  const [on, off] = [await serving(), await serving(false)];
  const [withPanel, without] = [await fetch(on.url), await fetch(off.url)];
  expect(await withPanel.text()).toContain('src="/@preempt/advisor/panel.js"');
  expect(withPanel.headers.get("document-policy")).toBe("js-profiling");
  expect(await without.text()).not.toContain("advisor");
  expect(without.headers.get("document-policy")).toBeNull();
  expect((await fetch(`${on.url}@preempt/advisor/..%2F..%2Fpackage.json`)).status).toBe(404);
});

test("a build holds nothing of the advisor", async () => {
  const root = writeProject({ "index.html": page, "src/main.ts": main });
  onTestFinished(() => rmSync(root, { recursive: true, maxRetries: 9, retryDelay: 100 }));
  const built = await build({
    root,
    configFile: false,
    logLevel: "silent",
    plugins: [preempt({ advisor: true, summary: false })],
  });
  const { output } = built as unknown as {
    readonly output: readonly { readonly code?: string; readonly source?: unknown }[];
  };
  for (const { code, source } of output) expect(code ?? String(source)).not.toMatch(/advisor/i);
  expect(existsSync(join(root, "dist/index.html"))).toBe(true);
});
