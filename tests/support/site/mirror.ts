/** Runs in the page, before everything else: the whole site reads from right to left. */
export function mirrorPage(): void {
  const mirror = () => document.documentElement?.setAttribute("dir", "rtl");
  mirror();
  new MutationObserver(mirror).observe(document, { childList: true });
}
