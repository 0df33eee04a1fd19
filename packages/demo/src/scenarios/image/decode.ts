/** A file as a picture. Decoding is the browser's, off this thread; only the copy of the pixels is not. */
import type { Picture } from "./picture.ts";

/** Smaller than the file's if that is larger than `most`. Rejects if the browser knows no such picture. */
export async function decode(file: Blob, most: { readonly width: number; readonly height: number }): Promise<Picture> {
  const whole = await createImageBitmap(file);
  const scale = Math.min(1, most.width / whole.width, most.height / whole.height);
  const width = Math.max(3, Math.round(whole.width * scale));
  const height = Math.max(3, Math.round(whole.height * scale));
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("This browser gives no canvas.");
  // what is transparent becomes white
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.drawImage(whole, 0, 0, width, height);
  whole.close();
  return { width, height, pixels: context.getImageData(0, 0, width, height).data };
}
