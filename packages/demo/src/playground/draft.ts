/**
 * What a person has written and chosen, kept as long as the tab: a reload loses nothing, nor does the choice of an
 * example.
 */
import { changed, type Settings, settingsFrom } from "./settings.ts";

const textKey = "preempt-playground-draft";
const settingsKey = "preempt-playground-settings";

export function keepDraft(text: string): void {
  keep(textKey, text);
}

/** The program that was kept last; undefined if none was. */
export function draft(): string | undefined {
  return kept(textKey);
}

export function keepSettings(settings: Settings): void {
  keep(settingsKey, JSON.stringify(changed(settings)));
}

/** The settings that were kept last, as far as they are among the choices; the defaults otherwise. */
export function keptSettings(): Settings {
  try {
    return settingsFrom(JSON.parse(kept(settingsKey) ?? "{}"));
  } catch {
    return settingsFrom();
  }
}

function keep(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // Storage is full, or forbidden; then undoing must do.
  }
}

function kept(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}
