/** Makes the files of a measured server preemptable as they are loaded. */
import { register } from "@preempt/transformer/node";

register({ packages: JSON.parse(process.env.PREEMPT_PACKAGES ?? "[]") as string[] });
