/** For integrations that nobody tells when all files are loaded: the summary follows when no file has come for a while, or at the end. */

const quietMilliseconds = 500;

/** Call the result after each file. */
export function sayLater(say: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isListening = false;
  const tell = () => {
    timer = undefined;
    say();
  };
  return () => {
    if (!isListening) {
      process.once("exit", () => {
        if (timer !== undefined) tell();
      });
    }
    isListening = true;
    clearTimeout(timer);
    // It keeps no process alive.
    timer = setTimeout(tell, quietMilliseconds).unref();
  };
}

export function toStandardError(line: string): void {
  process.stderr.write(`${line}\n`);
}
