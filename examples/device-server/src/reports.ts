/** Reports of the newest readings: what takes long on a small device. papaparse and pdfkit are preemptable, see preempt.mjs. */
import Papa from "papaparse";
import PDFDocument from "pdfkit";
import type { Reading } from "./store.ts";

/** @preempt */
export function csvOf(readings: readonly Reading[]): string {
  return Papa.unparse(readings.map(({ sensor, at, value }) => ({ sensor, at: new Date(at).toISOString(), value })));
}

/** @preempt */
export async function pdfOf(readings: readonly Reading[], title: string): Promise<Buffer> {
  const document = new PDFDocument({ size: "A4", margin: 40 });
  const chunks: Buffer[] = [];
  document.on("data", (chunk: Buffer) => void chunks.push(chunk));
  const isDone = new Promise<void>((resolve) => document.on("end", resolve));
  document.fontSize(18).text(title).moveDown();
  document.fontSize(9);
  for (const { sensor, at, value } of readings) {
    document.text(`${new Date(at).toISOString()}   ${sensor}   ${value.toFixed(2)}`);
  }
  document.end();
  await isDone;
  return Buffer.concat(chunks);
}
