/** Draws a flow chart from text: mermaid. It measures texts in the page, so no worker can do it. */
import mermaid from "mermaid";
import { hashTexts } from "../../../work/hash.ts";

export async function prepare(): Promise<undefined> {
  mermaid.initialize({ startOnLoad: false, securityLevel: "loose", layout: "dagre", theme: "neutral" });
  // Its parts are loaded with the first diagram.
  await mermaid.render("gallery-diagram", "flowchart TD\n  a --> b");
}

/** @preempt */
export async function run(_: undefined, text: string): Promise<string> {
  // `mermaid.render` would put the call into a queue of promises, outside of the job.
  const { svg } = await mermaid.mermaidAPI.render("gallery-diagram", text);
  return svg;
}

export function digest(svg: string): string {
  return hashTexts([svg]);
}
