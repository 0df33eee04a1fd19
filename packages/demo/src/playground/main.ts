/** Wiring: the editor's text goes to the compiler, its result to the panes, and from there to a run. */
import "../style.css";
import "./playground.css";
import { find } from "../views/element.ts";
import { Choices } from "./choices.ts";
import type { Compiled } from "./compile.ts";
import { Compiler } from "./compiler.ts";
import { draft, keepDraft, keepSettings, keptSettings } from "./draft.ts";
import { Editor } from "./editor.ts";
import { examples } from "./examples.ts";
import { carriesProgram, hashOf, LinkError, type Program, programOf } from "./link.ts";
import { Output } from "./output.ts";
import { listProblems, summarize } from "./problems.ts";
import { RunPanel } from "./run-panel.ts";
import { compileChoices, compileOptions, settingsFrom } from "./settings.ts";
import { tabs } from "./tabs.ts";

const debounce = 250;
const compiler = new Compiler();
const output = new Output(find("#output"));
const chooseTab = tabs(find("#tabs"));
const choices = new Choices(find("#compile-settings"), find("#run-settings"), (id) => {
  find("#notice").textContent = "";
  keepSettings(choices.settings);
  void followLink();
  if (compileChoices.some((choice) => choice.id === id)) void refresh();
});
const exampleBox = find<HTMLSelectElement>("#example");
/** What a person has written stands among the examples, and is chosen like them. */
const yours = new Option("your program", "");
exampleBox.append(...examples.map(({ id, title }) => new Option(title, id)), yours);

choices.settings = keptSettings();
let written = draft();
const beginning = (!carriesProgram(location.hash) && written) || examples[0].text;
const editor = new Editor(find("#editor"), beginning, { changed, run: () => void run() });
const panel = new RunPanel();
/** Of how many programs that were not written: one that is to run is not wanted any more when another is opened. */
let openings = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

function changed(isEdited: boolean): void {
  nameText();
  if (isEdited) edited();
  clearTimeout(timer);
  timer = setTimeout(() => void refresh(), debounce);
}

function edited(): void {
  find("#notice").textContent = "";
  leaveLink();
  if (exampleBox.value !== yours.value) return;
  written = editor.text;
  yours.disabled = false;
}

/** Loaded again, or passed on, the address would bring back a program that stands there no longer. Whether it did. */
function leaveLink(): boolean {
  const isLeft = carriesProgram(location.hash);
  if (isLeft) history.replaceState(null, "", location.pathname + location.search);
  return isLeft;
}

/** Other settings for the program in the address, if one is there: it would bring back those of before. */
async function followLink(): Promise<void> {
  if (!carriesProgram(location.hash)) return;
  const { text } = editor;
  const { settings } = choices;
  const hash = await hashOf({ text, settings }).catch(() => undefined);
  const isLast = editor.text === text && choices.isAt(settings);
  if (hash !== undefined && isLast && carriesProgram(location.hash)) history.replaceState(null, "", hash);
}

/** The box says what stands in the editor. */
function nameText(): void {
  exampleBox.value = examples.find(({ text }) => text === editor.text)?.id ?? yours.value;
}

function keep(): void {
  keepSettings(choices.settings);
  if (written !== undefined) keepDraft(written);
}

/** Compiles what stands there and shows what came of it; undefined if a later text took its place. */
async function refresh(): Promise<Compiled | undefined> {
  clearTimeout(timer);
  keep();
  find("#retry").hidden = true;
  try {
    const compiled = await compiler.compile(editor.text, compileOptions(choices.settings));
    if (compiled !== undefined) display(compiled);
    return compiled;
  } catch (error) {
    sayStatus(`The compiler failed: ${error instanceof Error ? error.message : String(error)}`);
    find("#retry").hidden = false;
    return undefined;
  }
}

function display(compiled: Compiled): void {
  const { code, problems, preemptable, growth, isRunnable } = compiled;
  void editor.showProblems(problems);
  listProblems(find("#problems"), problems, (position) => editor.goTo(position));
  const functions = `${preemptable} function${preemptable === 1 ? "" : "s"} preemptable`;
  sayStatus(
    `${functions}, ${summarize(problems)}${isRunnable ? "" : ", cannot run"}`,
    isRunnable ? `, output ${growth.toFixed(1)}×` : "",
  );
  if (!problems.some(({ code }) => code === "PT1000")) output.show(code);
  panel.enable();
}

/** Reads `words` aloud if they are others; what changes with nearly each key is only shown. */
function sayStatus(words: string, size = ""): void {
  const verdict = find("#verdict");
  if (verdict.textContent !== words) verdict.textContent = words;
  find("#size").textContent = size;
}

async function run(): Promise<void> {
  const program = openings;
  const compiled = await refresh();
  if (compiled === undefined || program !== openings) return;
  chooseTab("tab-run");
  // Below the program, on a small screen.
  if (find("#tabs").getBoundingClientRect().top > innerHeight - 100) find("#tabs").scrollIntoView();
  await panel.run(compiled, choices.settings);
}

function open({ text, settings }: Program): void {
  openings++;
  panel.clear();
  choices.settings = settings;
  editor.open(text);
  void refresh();
}

async function openLink(): Promise<void> {
  try {
    const program = await programOf(location.hash);
    if (program !== undefined) open(program);
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    find("#notice").textContent = `${error.message} Here is an example instead.`;
    open({ text: examples[0].text, settings: settingsFrom() });
  }
}

async function copyLink(): Promise<void> {
  const notice = find("#notice");
  try {
    history.replaceState(null, "", await hashOf({ text: editor.text, settings: choices.settings }));
    await navigator.clipboard.writeText(location.href);
    notice.textContent = "The link is in the clipboard and in the address bar.";
  } catch (error) {
    notice.textContent = error instanceof LinkError ? error.message : "The link is in the address bar.";
  }
}

exampleBox.addEventListener("change", () => {
  const example = examples.find(({ id }) => id === exampleBox.value);
  const isWritten = example !== undefined && editor.text === written;
  const isLeft = leaveLink();
  find("#notice").textContent = isWritten
    ? "Your program is kept: choose it from the same box, or undo."
    : isLeft
      ? "Undo brings the program of the link back."
      : "";
  open({ text: example?.text ?? written ?? "", settings: choices.settings });
});
find("#link").addEventListener("click", () => void copyLink());
find("#retry").addEventListener("click", () => {
  sayStatus("Loading the compiler…");
  void refresh();
});
find("#run").addEventListener("click", () => (panel.isRunning ? panel.stop() : void run()));
addEventListener("hashchange", () => void openLink());
addEventListener("pagehide", keep);

nameText();
yours.disabled = written === undefined;

/** Shows the program of the address, or what stands there already. */
async function begin(): Promise<void> {
  await openLink();
  if (openings === 0) void refresh();
}
// The page first, then the megabyte.
if (document.readyState === "complete") void begin();
else addEventListener("load", () => void begin());
