/** The programs of the page on the kernel print what stands under them. */
import { testPrograms } from "./virtual-programs.ts";

testPrograms("docs/kernel.md", 5);
