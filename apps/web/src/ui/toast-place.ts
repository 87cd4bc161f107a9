/**
 * Everything outside the topmost dialog is inert: nobody sees, hears or presses a message there. So while dialogs are
 * open, the region of the messages stands in the topmost one, as a popover, which nothing covers. Else it stands in the
 * element that it was rendered in, for as long as that is there.
 */
export function keepInReach(region: HTMLElement | null): void {
  const home = region?.parentElement;
  if (!region || !home || kept.has(region)) return;
  kept.add(region);
  /** The last opened last. */
  let dialogs: Element[] = [];
  const watch = new MutationObserver(place);

  function place() {
    if (!region || !home?.isConnected) {
      watch.disconnect();
      return region?.remove();
    }
    const open = [...document.querySelectorAll("dialog[open]")];
    dialogs = [
      ...dialogs.filter((known) => open.includes(known)),
      ...open.filter((found) => !dialogs.includes(found)),
    ];
    const dialog = dialogs.at(-1);
    if (region.parentElement === (dialog ?? home)) return;
    region.removeAttribute("popover");
    (dialog ?? home).append(region);
    if (!dialog) return;
    region.setAttribute("popover", "manual");
    region.showPopover?.();
    // Screen readers announce what comes into a region that they know.
    region.replaceChildren(...region.childNodes);
  }

  watch.observe(document, { subtree: true, attributeFilter: ["open"] });
  place();
}

const kept = new WeakSet<HTMLElement>();
