/** The formats, in the order of the help. */
import { cheddar } from "./cheddar.ts";
import { columns } from "./columns.ts";
import type { Format } from "./format.ts";
import { npJobs } from "./np-jobs.ts";
import { schedcat } from "./schedcat.ts";
import { simso } from "./simso.ts";

export const formats: readonly Format[] = [columns, simso, schedcat, cheddar, npJobs];
