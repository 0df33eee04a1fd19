/** Which Markdown files of the repository are pages of the site, and at which address. */

/** What has Markdown files that are no pages. */
export const left = [
  "**/node_modules/**",
  "**/CHANGELOG.md",
  "**/dist/**",
  ".changeset/**",
  "api/**",
  "benchmarks/**",
  "docs/api/**",
  "docs/diary/**",
  "examples/**",
  "packages/**",
  "site/dist/**",
  "test/**",
  "README.md",
  "SECURITY.md",
];

/** The folders whose pages stand at the top of the site. */
const mainFolders = ["site/pages/", "docs/"];

/** @param file From the root of the repository */
export function addressOf(file: string): string {
  const folder = mainFolders.find((name) => file.startsWith(name));
  const name = folder === undefined ? file : file.slice(folder.length);
  // The demo itself is at demo/.
  if (name === "demo.md") return "about-the-demo.md";
  return name.replace(/(^|\/)README\.md$/, "$1index.md").replace(/^([A-Z]+)\.md$/, (all) => all.toLowerCase());
}
