/** The open dialogs, the topmost last. */
const dialogs: HTMLDialogElement[] = [];
let spot: { region: HTMLElement; home: HTMLElement } | undefined;

/**
 * Everything outside the topmost dialog is inert: nobody sees, hears or presses a message there. So the region of the
 * messages moves into it, as a popover, which nothing covers.
 */
function place() {
  if (!spot) return;
  const { region, home } = spot;
  const dialog = dialogs.at(-1);
  if (region.parentElement === (dialog ?? home)) return;
  region.removeAttribute("popover");
  (dialog ?? home).append(region);
  if (!dialog) return;
  region.setAttribute("popover", "manual");
  region.showPopover?.();
}

/** Keeps the region of the messages, which belongs in `home`, where it can be used; returns what ends that. */
export function placeToasts(region: HTMLElement, home: HTMLElement): () => void {
  spot = { region, home };
  place();
  return () => {
    region.removeAttribute("popover");
    home.append(region);
    spot = undefined;
  };
}

/** Opens a dialog as a modal; returns what closes it. */
export function openModal(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  dialogs.push(dialog);
  place();
  return () => {
    dialogs.splice(dialogs.indexOf(dialog), 1);
    place();
    dialog.close();
  };
}
