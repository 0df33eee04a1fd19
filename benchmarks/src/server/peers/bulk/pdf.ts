/** A PDF, by pdfkit. */
import PDFDocument from "pdfkit";
import { orders } from "../orders.ts";

/** A report of some pages. @preempt */
export async function run(): Promise<Buffer> {
  const document = new PDFDocument({ compress: false });
  const parts: Buffer[] = [];
  document.on("data", (part: Buffer) => parts.push(part));
  const ended = new Promise<void>((resolve) => {
    document.on("end", resolve);
  });
  writePages(document);
  document.end();
  await ended;
  return Buffer.concat(parts);
}

/** @preempt */
function writePages(document: PDFKit.PDFDocument): void {
  document.fontSize(9);
  for (const { id, customer, items } of orders.slice(0, 1200)) {
    document.text(`Order ${id} of ${customer}: ${items.map(({ name, price }) => `${name} at ${price}`).join(", ")}.`, {
      width: 400,
    });
  }
}
