/** A terminal that somebody watches: what is drawn on it, without the codes between. */
import { Writable } from "node:stream";
import { stripVTControlCharacters } from "node:util";

export function watchedStream(): { readonly stream: Writable; drawn(): string } {
  let drawn = "";
  const stream = new Writable({
    write(chunk, _, next) {
      drawn += chunk;
      next();
    },
  });
  Object.assign(stream, { isTTY: true, columns: 100 });
  return { stream, drawn: () => stripVTControlCharacters(drawn) };
}
