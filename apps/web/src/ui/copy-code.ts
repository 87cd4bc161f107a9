import { controlClass } from "@cairn/contract";
import * as css from "./prose.module.css";

/** Milliseconds for which a button says that its code was copied. */
const copiedFor = 2_000;

/** Gives each code block of a text a button that copies it. The result takes them away. */
export function addCopyButtons(box: HTMLElement): () => void {
  // Without a secure context there is no clipboard.
  if (!navigator.clipboard) return () => {};
  const buttons = [...box.querySelectorAll("pre")].map((block) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = css.copy ?? "";
    button.setAttribute("aria-label", "Copy the code");
    // Its word is drawn by the style sheet: it is no part of the text of the block.
    button.dataset.word = "Copy";
    const say = (word: string) => {
      button.dataset.word = word;
      button.setAttribute("aria-label", word);
      setTimeout(() => {
        button.dataset.word = "Copy";
        button.setAttribute("aria-label", "Copy the code");
      }, copiedFor);
    };
    button.addEventListener("click", () => {
      const code = block.querySelector("code");
      void navigator.clipboard.writeText(code ? codeTextOf(code) : "").then(
        () => say("Copied"),
        () => say("Failed"),
      );
    });
    block.prepend(button);
    return button;
  });
  return () => {
    for (const button of buttons) button.remove();
  };
}

/** The code that an element shows, with the controls of direction whose names stand in it. */
export function codeTextOf(code: Element): string {
  const copy = code.cloneNode(true) as Element;
  for (const mark of copy.getElementsByClassName(controlClass)) {
    const point = Number.parseInt(mark.textContent?.replace("U+", "") ?? "", 16);
    mark.textContent = String.fromCodePoint(point);
  }
  return copy.textContent ?? "";
}
