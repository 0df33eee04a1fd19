/** With a look at the clock before each row: a row takes some 0.1 ms, a look 0.1 µs. */
import type { Pause } from "../../adapters/pause.ts";

export async function run(size: number, pause: Pause): Promise<Uint8Array> {
  const pixels = new Uint8Array(size * size);
  for (let py = 0; py < size; py++) {
    if (pause.isDue()) await pause.wait();
    for (let px = 0; px < size; px++) {
      const cx = (px / size) * 3 - 2;
      const cy = (py / size) * 3 - 1.5;
      let x = 0;
      let y = 0;
      let rounds = 0;
      while (rounds < 100 && x * x + y * y < 4) {
        const next = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = next;
        rounds++;
      }
      pixels[py * size + px] = rounds;
    }
  }
  return pixels;
}
