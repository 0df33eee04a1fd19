/** Makes a PDF: pdf-lib. */
import { PDFDocument, StandardFonts } from "pdf-lib";
import { makeRows } from "../../../scenarios/search/rows.ts";
import { hashBytes } from "../../../work/hash.ts";
import type { Pause } from "../../entry.ts";

const count = 6000;
const [width, height, margin, lineHeight] = [595, 842, 40, 11];

export function prepare(): readonly string[] {
  // The standard fonts have no letters beyond those of western Europe.
  return makeRows(count).text.map((text) => text.normalize("NFD").replace(/[^ -~]/g, ""));
}

/** @preempt */
export async function run(rows: readonly string[], title: string): Promise<Uint8Array> {
  const document = await begin(title);
  const font = await document.embedFont(StandardFonts.Helvetica);
  let page = document.addPage([width, height]);
  let y = height - margin;
  for (const row of rows) {
    if (y < margin) {
      page = document.addPage([width, height]);
      y = height - margin;
    }
    page.drawText(row, { x: margin, y, size: 8, font });
    y -= lineHeight;
  }
  return document.save({ useObjectStreams: false });
}

/** A pause after each line. What `save` does is one call; the library itself gives the thread back in it now and then. */
export async function runInParts(rows: readonly string[], title: string, pause: Pause): Promise<Uint8Array> {
  const document = await begin(title);
  const font = await document.embedFont(StandardFonts.Helvetica);
  let page = document.addPage([width, height]);
  let y = height - margin;
  for (const row of rows) {
    await pause();
    if (y < margin) {
      page = document.addPage([width, height]);
      y = height - margin;
    }
    page.drawText(row, { x: margin, y, size: 8, font });
    y -= lineHeight;
  }
  return document.save({ useObjectStreams: false });
}

/** With a fixed date: the file is the same each time. @preempt */
async function begin(title: string): Promise<PDFDocument> {
  const document = await PDFDocument.create({ updateMetadata: false });
  document.setTitle(title);
  document.setCreationDate(new Date(0));
  return document;
}

export function digest(file: Uint8Array): string {
  return hashBytes(file);
}
