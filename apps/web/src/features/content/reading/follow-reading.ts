import { type ReadingPlace, readingLimits } from "@cairn/contract";
import { readItem, writeItem } from "../../../lib/storage.ts";
import * as proseCss from "../../../ui/prose.module.css";

/** The speed at which this device plays films and recordings. */
const speedKey = "playing_speed";
/** What the players of browsers offer. */
const speeds = { least: 0.25, most: 4 };

/**
 * Calls `note` with how far the reader is in an article, or how far its film or recording was played: whenever that
 * changes, and with the end once it is reached. A film goes on where it was left, at the speed that the device plays
 * at; `onPause` is called whenever it stops. Returns a function that ends it.
 */
export function followReading(
  article: HTMLElement,
  left: ReadingPlace,
  note: (place: ReadingPlace) => void,
  onPause: () => void,
): () => void {
  const player = article.querySelector<HTMLMediaElement>("video, audio");
  return player ? followPlayer(player, left, note, onPause) : followText(article, left.position, note);
}

function followPlayer(
  player: HTMLMediaElement,
  left: ReadingPlace,
  note: (place: ReadingPlace) => void,
  onPause: () => void,
): () => void {
  const onReady = () => {
    const speed = Number(readItem(speedKey));
    if (speed >= speeds.least && speed <= speeds.most) player.playbackRate = speed;
    if (left.seconds !== null && left.position < readingLimits.finishedFrom && player.currentTime === 0) {
      player.currentTime = left.seconds;
    }
  };
  const onTime = () => {
    if (player.ended || !(player.duration > 0)) return;
    const position = Math.min(1, player.currentTime / player.duration);
    note({ position, seconds: Math.floor(player.currentTime) });
  };
  const onEnd = () => note({ position: 1, seconds: null });
  const onSpeed = () => writeItem(speedKey, String(player.playbackRate));
  if (player.readyState >= player.HAVE_METADATA) onReady();
  const events = {
    loadedmetadata: onReady,
    timeupdate: onTime,
    pause: onPause,
    ended: onEnd,
    ratechange: onSpeed,
  };
  for (const [name, listener] of Object.entries(events)) player.addEventListener(name, listener);
  return () => {
    for (const [name, listener] of Object.entries(events)) player.removeEventListener(name, listener);
  };
}

const textOf = (article: HTMLElement) => article.querySelector(`.${proseCss.root}`) ?? article;

/** How much of the text has come into view, now or before: who goes back in a text has read it no less. */
function followText(article: HTMLElement, before: number, note: (place: ReadingPlace) => void): () => void {
  const text = textOf(article);
  let furthest = before;
  const look = () => {
    const { top, height } = text.getBoundingClientRect();
    const seen = height > 0 ? (window.innerHeight - top) / height : 0;
    furthest = Math.min(1, Math.max(furthest, seen));
    note({ position: furthest, seconds: null });
  };
  look();
  window.addEventListener("scroll", look, { passive: true });
  return () => window.removeEventListener("scroll", look);
}

/** Scrolls so far that as much of the text is in view as then. */
export function goTo(article: HTMLElement, position: number): void {
  const text = textOf(article);
  const { top, height } = text.getBoundingClientRect();
  window.scrollTo({ top: window.scrollY + top + position * height - window.innerHeight });
}
