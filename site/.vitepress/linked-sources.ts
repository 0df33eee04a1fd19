/**
 * Links as they are in the repository, made to lead somewhere on the site: pages at their addresses, and sources as copies, so that the
 * links work without a repository's host.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import type { MarkdownRenderer } from "vitepress";
import { addressOf } from "./addresses.ts";

/** Files and folders that pages link to, from the root of the repository. */
const linked = new Set<string>();
const image = /\.(?:png|svg)$/;

export function sourceLinks(md: MarkdownRenderer, root: string): void {
  md.core.ruler.push("source links", ({ env, tokens }) => {
    for (const { children } of tokens) {
      for (const token of children ?? []) {
        const href = token.type === "link_open" ? token.attrGet("href") : null;
        const target = href === null ? undefined : targetOf(href, env.realPath ?? env.path, root);
        if (href === null || target === undefined) continue;
        if (isPage(target)) token.attrSet("href", addressFor(target, href));
        else {
          linked.add(target);
          token.attrSet("href", sourceAddress(target, root));
          token.attrSet("target", "_blank");
        }
      }
    }
  });
}

/** The file or folder that a link leads to; undefined for addresses, anchors, images, and what is not there. */
function targetOf(href: string, page: string, root: string): string | undefined {
  const [path = ""] = href.split("#");
  if (path === "" || /^[a-z]+:|^\//.test(path) || image.test(path)) return undefined;
  const file = join(dirname(page), path);
  if (!existsSync(file)) return undefined;
  return relative(root, file).split(/[\\/]/).join(posix.sep).replace(/\/$/, "");
}

function isPage(file: string): boolean {
  return (
    file.endsWith(".md") && !/^(?:packages|examples|benchmarks|docs\/diary)\b|^README\.md$|^SECURITY\.md$/.test(file)
  );
}

function addressFor(file: string, href: string): string {
  const [, anchor] = href.split("#");
  const address = addressOf(file).replace(/(?:index)?\.md$/, "");
  return `/${address}${anchor === undefined ? "" : `#${anchor}`}`;
}

function sourceAddress(file: string, root: string): string {
  return `/source/${file}${statSync(join(root, file)).isDirectory() ? "/files" : ""}.txt`;
}

/** Copies what was linked, as text, which browsers show. Of a folder it is the list of its files. */
export function writeSources(root: string, outDir: string): void {
  for (const file of linked) {
    const copy = join(outDir, sourceAddress(file, root));
    mkdirSync(dirname(copy), { recursive: true });
    const original = join(root, file);
    if (statSync(original).isDirectory()) writeFileSync(copy, `${file}:\n\n${readdirSync(original).join("\n")}\n`);
    else copyFileSync(original, copy);
  }
}
