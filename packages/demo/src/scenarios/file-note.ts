/** What is wrong with a file that was dropped: said, and left there until another one comes. */
import { element } from "../views/element.ts";

/** An empty line that is read aloud when something is written to it. */
export function fileNote(): HTMLElement {
  const note = element("p", { className: "file-note" });
  note.setAttribute("role", "status");
  return note;
}

export function unreadable(name: string, instead: string): string {
  return `${name} could not be read: it may be a folder, have been removed, or be too large. ${instead}`;
}
