/** Two lists of functions, served one by one. */
import { serve } from "../../../src/worker.ts";

serve({ add: (a: number, b: number) => a + b });
serve({ greet: (name: string) => `hello ${name}` });
