/** The file, to be opened. */
import { element } from "../../../views/element.ts";

export function openFile(place: HTMLElement): (file: Uint8Array<ArrayBuffer>) => void {
  const note = element("p", { textContent: "Nothing was made yet." });
  place.append(note);
  let address: string | undefined;
  return (file) => {
    if (address !== undefined) URL.revokeObjectURL(address);
    address = URL.createObjectURL(new Blob([file], { type: "application/pdf" }));
    const link = element("a", { href: address, textContent: "Download it", download: "people.pdf" });
    note.replaceChildren(`A file of ${Math.round(file.length / 1000)} kB. `, link);
  };
}
