// What makes functions preemptable while the server loads: its own handlers, because they are registered, and the packages that make reports.
import { register } from "@preempt/transformer/node";

register({ packages: ["papaparse", "pdfkit", "fontkit", "linebreak"] });
