import { controlClass, directionControls, nameOfControl } from "@cairn/contract";
import type MarkdownIt from "markdown-it";

/** Writes each control of direction in HTML as a mark that can be seen; in tags it is left out. */
export function showControls(html: string): string {
  if (!directionControls.test(html)) return html;
  const parts = html.split(/(<[^>]*>)/);
  return parts
    .map((part, place) => {
      const isTag = place % 2 === 1;
      return eachControl(part, isTag ? () => "" : markOf);
    })
    .join("");
}

/** The same for a text without marks, such as an excerpt. */
export const nameControls = (text: string): string => eachControl(text, nameOfControl);

/** `directionControls` makes every second part of a split one of them. */
const eachControl = (text: string, write: (control: string) => string): string =>
  text
    .split(directionControls)
    .map((part, place) => (place % 2 === 1 ? write(part) : part))
    .join("");

const markOf = (control: string) => `<span class="${controlClass}">${nameOfControl(control)}</span>`;

/** Shows the controls of direction in code, whatever rule renders it. */
export function addCodeControls({ renderer: { rules } }: MarkdownIt): void {
  for (const type of ["code_inline", "code_block", "fence"]) {
    const render = rules[type];
    if (render) rules[type] = (...part) => showControls(render(...part));
  }
}
