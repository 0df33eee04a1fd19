/**
 * The pieces in which the library can be given a text without another result: each begins with a heading, which ends
 * whatever stood open, but for code between fences.
 */
export function* sectionsOf(text: string): Generator<string> {
  let start = 0;
  let fence: string | undefined;
  for (const { 1: mark = "", index } of text.matchAll(/^ {0,3}(#{1,6}(?=\s)|`{3,}|~{3,})/gm)) {
    if (fence !== undefined) {
      if (mark.startsWith(fence)) fence = undefined;
    } else if (!mark.startsWith("#")) fence = mark;
    else {
      if (index > start) yield text.slice(start, index);
      start = index;
    }
  }
  yield text.slice(start);
}
