/** Calls `tell` with the page's heading, now or as soon as it has come; the answer gives up waiting. */
export function onFirstHeading(tell: (heading: HTMLElement) => void): () => void {
  const isThere = () => {
    const heading = document.querySelector<HTMLElement>("main h1");
    if (heading) tell(heading);
    return heading !== null;
  };
  if (isThere()) return () => {};
  const observer = new MutationObserver(() => {
    if (isThere()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}
