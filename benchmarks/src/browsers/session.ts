/** A browser with a page, whichever it is. */

export interface BrowserSession {
  /** Name and version. */
  readonly engine: string;
  goTo(url: string): Promise<void>;
  /** Runs the body of a function in the page and answers its value, which JSON can carry. */
  run(body: string): Promise<unknown>;
  close(): Promise<void>;
}
