import { PDFDocument, rgb, StandardFonts } from "pdf-lib";

/** @preempt */
export async function run() {
  const doc = await PDFDocument.create();
  doc.setCreationDate(new Date(0));
  doc.setModificationDate(new Date(0));
  const font = await doc.embedFont(StandardFonts.TimesRoman);
  for (let i = 0; i < 60; i++) {
    const page = doc.addPage([400, 600]);
    for (let line = 0; line < 40; line++) {
      page.drawText(`page ${i} line ${line}: the quick brown fox jumps over the lazy dog`, {
        x: 20,
        y: 570 - line * 14,
        size: 10,
        font,
        color: rgb(0, line / 40, 0.4),
      });
    }
  }
  const bytes = await doc.save();
  const again = await PDFDocument.load(bytes, { updateMetadata: false });
  let sum = 0;
  for (const byte of bytes) sum = (sum * 31 + byte) >>> 0;
  return `${bytes.length} ${again.getPageCount()} ${sum}`;
}
