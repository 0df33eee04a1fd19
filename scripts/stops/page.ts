/** The same in a page. */
import { measureStops } from "./measure.ts";

addEventListener("unhandledrejection", (event) => event.preventDefault());
const runs = Number(new URL(location.href).searchParams.get("runs"));
(globalThis as { stops?: unknown }).stops = await measureStops(runs);
