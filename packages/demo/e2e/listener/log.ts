/** What happened, in order. In a file of its own: handlers that share a variable of their file run one at a time. */
const log: string[] = [];

export function note(what: string): void {
  log.push(what);
}

Object.assign(window, { log });
