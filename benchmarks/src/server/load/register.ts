/** Makes the files of a measured server preemptable as they are loaded. */
import { register } from "@preempt/transformer/node";

register({ all: JSON.parse(process.env.PREEMPT_ALL ?? "[]") as string[] });
