/** What a line of text may be inside of. */
const readable = "p, li, h1, h2, h3, pre, figure, label";
/** Shares of the screen's height at which a reader looks, the likeliest first. */
const heights = [0.5, 0.4, 0.6, 0.3, 0.7];
/** In milliseconds: how long a change may take to be drawn. */
const drawn = 250;

const topOf = (element: Element) => element.getBoundingClientRect().top + window.scrollY;

/** The field that is being typed in, else the text in the middle of the screen. */
function whatIsRead(): Element | null {
  const { activeElement } = document;
  if (activeElement?.matches("textarea, input")) {
    const { top, bottom } = activeElement.getBoundingClientRect();
    if (bottom > 0 && top < window.innerHeight) return activeElement;
  }
  for (const height of heights) {
    const met = document.elementFromPoint(window.innerWidth / 2, window.innerHeight * height);
    const text = met?.closest(readable);
    if (text) return text;
  }
  return null;
}

/** Call this before a change of the page is drawn: what is being read then stays where it is on the screen. */
export function keepPlace(): void {
  const place = whatIsRead();
  const main = document.querySelector("main");
  if (!place || !main) return;
  const top = topOf(place);
  // Some browsers do the same by themselves; both together would move it twice.
  const { style } = document.documentElement;
  style.overflowAnchor = "none";
  const observer = new MutationObserver(() => {
    observer.disconnect();
    if (place.isConnected) window.scrollBy({ top: topOf(place) - top, behavior: "instant" });
  });
  observer.observe(main, { childList: true, subtree: true });
  setTimeout(() => {
    observer.disconnect();
    style.overflowAnchor = "";
  }, drawn);
}
