import { forgetUnfinished, keepUnfinished, readUnfinished } from "./unfinished.ts";

/** Seconds between two stored positions of a film or a recording. */
const step = 5;

/**
 * Remembers on this device that the member opened an item, how far its film or recording was played, and when it is
 * finished: played to its end, or read to the end of its text. A film goes on where it was left. Returns a function that
 * stops it.
 */
export function followReading(article: HTMLElement, owner: number, id: number): () => void {
  const player = article.querySelector<HTMLMediaElement>("video, audio");
  const left = readUnfinished(owner).find((item) => item.id === id)?.seconds ?? 0;
  keepUnfinished(owner, { id, seconds: left });
  return player ? followPlayer(player, owner, id, left) : followText(article, owner, id);
}

function followPlayer(player: HTMLMediaElement, owner: number, id: number, left: number): () => void {
  let stored = left;
  const onReady = () => {
    if (left > 0 && player.currentTime === 0) player.currentTime = left;
  };
  const onTime = () => {
    if (player.ended || Math.abs(player.currentTime - stored) < step) return;
    stored = player.currentTime;
    keepUnfinished(owner, { id, seconds: Math.floor(stored) });
  };
  const onEnd = () => forgetUnfinished(owner, id);
  if (player.readyState >= player.HAVE_METADATA) onReady();
  const events = { loadedmetadata: onReady, timeupdate: onTime, ended: onEnd };
  for (const [name, listener] of Object.entries(events)) player.addEventListener(name, listener);
  return () => {
    for (const [name, listener] of Object.entries(events)) player.removeEventListener(name, listener);
  };
}

function followText(article: HTMLElement, owner: number, id: number): () => void {
  const end = article.lastElementChild?.lastElementChild ?? article.lastElementChild;
  const seen = new IntersectionObserver(([entry]) => {
    if (!entry?.isIntersecting) return;
    forgetUnfinished(owner, id);
    seen.disconnect();
  });
  if (end) seen.observe(end);
  return () => seen.disconnect();
}
