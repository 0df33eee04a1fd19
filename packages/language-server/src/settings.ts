/** Settings that the editor has for the server, beside what the project says. */
import { aBoolean, listOf, type OptionSchema, type OptionsOf, oneOfWords, problemIn } from "@preempt/checks";
import { type Connection, type InitializeParams, MessageType, ShowMessageNotification } from "vscode-languageserver";

/** Each wins over what the project says. */
export const settingsSchema = {
  functions: {
    takes: oneOfWords("annotated", "all"),
    byDefault: "as the project says, else `annotated`",
    about: "`all`: every function with a preemption point becomes preemptable",
  },
  propagate: {
    takes: aBoolean,
    byDefault: "as the project says, else `true`",
    about: "`false`: functions that preemptable ones reach stay as they are",
  },
  jobs: {
    takes: listOf("names of calls", (one): one is string => typeof one === "string" && one !== ""),
    byDefault: "as the project says, else none",
    about: "calls that run the functions passed to them as jobs",
  },
  inlayHints: {
    takes: aBoolean,
    byDefault: "`true`",
    about: "whether functions have a mark behind their name",
  },
  codeLens: {
    takes: aBoolean,
    byDefault: "`true` in editors without inlay hints",
    about: "whether functions have a line above them that says what becomes of them",
  },
} as const satisfies OptionSchema;

/** What a user may set. */
export type Settings = OptionsOf<typeof settingsSchema>;

/** The section of the editor's settings. */
const section = "preempt";

/** Asks the editor for the settings of each document, once, and keeps them until they change. */
export class ClientSettings {
  readonly #connection: Connection;
  readonly #known = new Map<string, Promise<Settings>>();
  /** What the editor sent by itself: with its first message, or after a change. */
  #sent: unknown;
  #canBeAsked = false;
  #said = "";

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  start({ capabilities, initializationOptions }: InitializeParams): void {
    this.#canBeAsked = capabilities.workspace?.configuration === true;
    this.#sent = initializationOptions;
  }

  /** @param sent Those of all sections, from editors that send them instead of being asked */
  changed(sent: unknown): void {
    this.#known.clear();
    const own = (sent as { readonly [section]?: unknown } | null | undefined)?.[section];
    if (own !== undefined && own !== null) this.#sent = own;
  }

  of(uri: string): Promise<Settings> {
    let known = this.#known.get(uri);
    if (known === undefined) {
      known = this.#ask(uri);
      this.#known.set(uri, known);
    }
    return known;
  }

  forget(uri: string): void {
    this.#known.delete(uri);
  }

  async #ask(uri: string): Promise<Settings> {
    const sent = this.#checked(this.#sent);
    if (!this.#canBeAsked) return sent;
    try {
      return {
        ...sent,
        ...this.#checked(await this.#connection.workspace.getConfiguration({ scopeUri: uri, section })),
      };
    } catch {
      // The editor declared that it answers this request, and did not.
      return sent;
    }
  }

  #warn(message: string): void {
    // The library's own method waits for an answer, which some editors never give.
    void this.#connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Warning, message });
  }

  /** Settings with a mistake count as none, and the user reads once what is wrong. */
  #checked(given: unknown): Settings {
    if (given === undefined || given === null) return {};
    // Editors write null for what is not set.
    const set = Object.fromEntries(Object.entries(given as object).filter(([, value]) => value !== null));
    const problem = problemIn(typeof given === "object" && !Array.isArray(given) ? set : given, settingsSchema);
    if (problem === undefined) return set;
    const sentence = `Preempt's settings in this editor (${section}): ${problem.sentence}`;
    if (sentence !== this.#said) this.#warn(sentence);
    this.#said = sentence;
    return {};
  }
}
