import { exitCodes } from "../../command.ts";
import type { Experiment } from "../experiment.ts";
export const page: Experiment = { summary: "x", help: "x", options: [], files: "x", run: async () => exitCodes.done };
