/** What has to be loaded, and the words if it cannot be: the browser's name a file that nobody knows. */
export async function loaded<T>(what: string, loading: Promise<T>): Promise<T> {
  try {
    return await loading;
  } catch (cause) {
    // Firefox does not ask for a module again that it did not get: then loading the page helps.
    throw new Error(`${what} could not be loaded. Choose it again when there is a connection, or reload the page.`, {
      cause,
    });
  }
}
