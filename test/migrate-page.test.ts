/** The programs of docs/migrate.md print what stands under them. */
import { testPrograms } from "./virtual-programs.ts";

testPrograms("docs/migrate.md", 4);
