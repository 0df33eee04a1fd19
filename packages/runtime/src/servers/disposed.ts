import { PreemptError } from "../input/errors.ts";

/** @throws PreemptError */
export function refuseDisposed(server: string, what: string): never {
  throw new PreemptError(
    "server_disposed",
    `${what} was given to ${server}, which was disposed of. Give it before, or make another server.`,
  );
}
