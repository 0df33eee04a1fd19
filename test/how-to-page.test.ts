/** The programs of docs/how-to.md print what stands under them. */
import { testPrograms } from "./virtual-programs.ts";

testPrograms("docs/how-to.md", 5);
