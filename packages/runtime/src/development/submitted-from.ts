/** Where a job was submitted, for messages. */
import { shortName } from "../hosts/sources.ts";
import type { Callable } from "../realm/intrinsics.ts";

type Capture = (into: object, below: Callable) => void;
const { captureStackTrace } = Error as unknown as { readonly captureStackTrace?: Capture };

/** " (src/app.ts:12)": the place from where `below` is called, if the engine can tell. */
export function submittedFrom(below: Callable): string {
  const at: { readonly stack?: string } = {};
  captureStackTrace?.(at, below);
  const line = at.stack?.split("\n").find((one) => /:\d+:\d+\)?$/.test(one)) ?? "";
  const [, url, row] = /([^\s()]+):(\d+):\d+\)?$/.exec(line) ?? [];
  return url === undefined ? "" : ` (${shortName(url)}:${row})`;
}
