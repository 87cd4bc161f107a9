import { controlClass } from "@cairn/contract";

/** The code that an element shows, with the controls of direction whose names stand in it. */
export function codeTextOf(code: Element): string {
  const copy = code.cloneNode(true) as Element;
  for (const mark of copy.getElementsByClassName(controlClass)) {
    const point = Number.parseInt(mark.textContent?.replace("U+", "") ?? "", 16);
    mark.textContent = String.fromCodePoint(point);
  }
  return copy.textContent ?? "";
}
