import * as css from "./large-picture.module.css";

/**
 * Shows a picture as large as the window allows, in the browser's own modal: Escape closes it, a press anywhere too, and
 * the browser gives the focus back to the link that opened it.
 */
export function showLarge(address: string, alt: string): void {
  const dialog = document.createElement("dialog");
  dialog.className = css.root ?? "";
  dialog.setAttribute("aria-label", alt || "Picture");
  const image = document.createElement("img");
  image.src = address;
  image.alt = alt;
  const close = document.createElement("button");
  close.type = "button";
  close.className = css.close ?? "";
  close.textContent = "Close";
  dialog.append(image, close);
  dialog.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
