/**
 * HTML-like comments: in scripts, `<!--` comments out the rest of a line, and so does `-->` where nothing but white space and
 * comments stands before it on its line. TypeScript's parser does not know them, so they are blanked before it reads the file.
 *
 * Only a parser can tell them from the same characters in a string, a template or a regular expression. So they are guessed, blanked,
 * and looked for again in what the parser makes of the rest. What comes before the first wrong guess is read as it should be, so the
 * next guess is right for at least one more.
 */
import * as ts from "typescript";

interface Span {
  readonly start: number;
  readonly end: number;
}

const lineEnd = /[\n\r\u2028\u2029]/g;

/** The HTML-like comments of a JavaScript file, in their order. */
export function findHtmlComments(code: string, fileName: string): Span[] {
  if (!code.includes("<!--") && !code.includes("-->")) return [];
  let guess = commentsBeside([], code, true);
  for (;;) {
    const found = commentsBeside(literalsIn(blank(code, guess), fileName), code, false);
    if (found.length === guess.length && found.every(({ start }, i) => start === guess[i]?.start)) return found;
    guess = found;
  }
}

/** The code with spaces in their place: whatever else stands in it keeps its position. */
export function blank(code: string, comments: readonly Span[]): string {
  let blanked = "";
  let done = 0;
  for (const { start, end } of comments) {
    blanked += code.slice(done, start) + " ".repeat(end - start);
    done = end;
  }
  return blanked + code.slice(done);
}

/** @param isGuess Whether quotes are to be taken for strings, because no literals are known yet */
function commentsBeside(literals: readonly Span[], code: string, isGuess: boolean): Span[] {
  const comments: Span[] = [];
  let startsLine = true;
  let next = 0;
  let at = code.startsWith("#!") ? endOfLine(code, 0) : 0;
  while (at < code.length) {
    while ((literals[next]?.start ?? Number.POSITIVE_INFINITY) < at) next++;
    const literal = literals[next];
    if (literal?.start === at && literal.end > at) {
      at = literal.end;
      startsLine = false;
    } else if (code.startsWith("//", at)) {
      at = endOfLine(code, at);
    } else if (code.startsWith("/*", at)) {
      const end = code.indexOf("*/", at + 2);
      const comment = code.slice(at, end < 0 ? code.length : end + 2);
      startsLine ||= comment.search(lineEnd) >= 0;
      at += comment.length;
    } else if (code.startsWith("<!--", at) || (startsLine && code.startsWith("-->", at))) {
      const end = endOfLine(code, at);
      comments.push({ start: at, end });
      at = end;
    } else {
      const character = code[at] as string;
      // `a <<!--b` shifts.
      const length = (isGuess && quotedAt(code, at)) || (code.startsWith("<<", at) ? 2 : 1);
      if (length > 1 || /\S/.test(character)) startsLine = false;
      else if (character.search(lineEnd) === 0) startsLine = true;
      at += length;
    }
  }
  return comments;
}

const quoted = /"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|`(?:[^`\\]|\\[\s\S])*`/y;

/** The length of what is likely a string. */
function quotedAt(code: string, at: number): number {
  quoted.lastIndex = at;
  return quoted.exec(code)?.[0].length ?? 0;
}

function endOfLine(code: string, at: number): number {
  lineEnd.lastIndex = at;
  return lineEnd.exec(code)?.index ?? code.length;
}

/** Where strings, parts of templates, regular expressions and texts of JSX stand. */
function literalsIn(code: string, fileName: string): Span[] {
  const file = ts.createSourceFile(fileName, code, ts.ScriptTarget.ESNext);
  const spans: Span[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isLiteralExpression(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      const start = node.getStart(file);
      // The parser ends an expression somewhere on its line where the guess has blanked the end.
      const isCut = ts.isRegularExpressionLiteral(node) && node.isUnterminated;
      spans.push({ start, end: isCut ? endOfLine(code, start) : node.end });
    } else if (ts.isJsxText(node)) spans.push({ start: node.pos, end: node.end });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return spans.sort((a, b) => a.start - b.start);
}
