/** For `node --import`: all libraries of the server are transformed whole. */
import { register } from "@preempt/transformer/node";
import { libraries } from "./libraries.ts";

register({ all: libraries, onDiagnostic() {} });
