import { controlClass, directionControls, nameOfControl } from "@cairn/contract";
import type MarkdownIt from "markdown-it";

const tagOrControl = new RegExp(`<[^>]*>|${directionControls.source}`, "g");
const everyControl = new RegExp(directionControls, "g");

/** Writes each control of direction in HTML as a mark that can be seen; in attributes it is left out. */
export const showControls = (html: string): string =>
  html.replaceAll(tagOrControl, (part) =>
    part.startsWith("<")
      ? part.replaceAll(everyControl, "")
      : `<span class="${controlClass}">${nameOfControl(part)}</span>`,
  );

/** Shows the controls of direction in code, whatever rule renders it. */
export function addCodeControls({ renderer: { rules } }: MarkdownIt): void {
  for (const type of ["code_inline", "code_block", "fence"]) {
    const render = rules[type];
    if (render) rules[type] = (...part) => showControls(render(...part));
  }
}
