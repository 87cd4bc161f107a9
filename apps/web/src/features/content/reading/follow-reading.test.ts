import type { ReadingPlace } from "@cairn/contract";
import { beforeEach, expect, test } from "vitest";
import * as proseCss from "../../../ui/prose.module.css";
import { followReading } from "./follow-reading.ts";

const begun: ReadingPlace = { position: 0, seconds: null };
let noted: ReadingPlace[];
const note = (place: ReadingPlace) => void noted.push(place);
beforeEach(() => {
  noted = [];
});

function film() {
  const article = document.createElement("article");
  const player = article.appendChild(document.createElement("video"));
  Object.defineProperty(player, "duration", { value: 100 });
  return { article, player };
}

test("a film goes on where it was left, and is finished at its end", () => {
  const { article, player } = film();
  const stop = followReading(article, { position: 0.42, seconds: 42 }, note, () => {});
  player.dispatchEvent(new Event("loadedmetadata"));
  expect(player.currentTime).toBe(42);
  player.currentTime = 50.5;
  player.dispatchEvent(new Event("timeupdate"));
  player.dispatchEvent(new Event("ended"));
  stop();
  player.dispatchEvent(new Event("timeupdate"));
  expect(noted).toEqual([
    { position: 0.505, seconds: 50 },
    { position: 1, seconds: null },
  ]);
});

test("a film that was finished begins at its beginning", () => {
  const { article, player } = film();
  followReading(article, { position: 1, seconds: null }, note, () => {});
  player.dispatchEvent(new Event("loadedmetadata"));
  expect(player.currentTime).toBe(0);
});

test("films play at the speed that was chosen last on the device", () => {
  const first = film();
  followReading(first.article, begun, note, () => {});
  first.player.playbackRate = 1.5;
  first.player.dispatchEvent(new Event("ratechange"));
  const second = film();
  followReading(second.article, begun, note, () => {});
  second.player.dispatchEvent(new Event("loadedmetadata"));
  expect(second.player.playbackRate).toBe(1.5);

  localStorage.setItem("playing_speed", "400");
  const third = film();
  followReading(third.article, begun, note, () => {});
  third.player.dispatchEvent(new Event("loadedmetadata"));
  expect(third.player.playbackRate).toBe(1);
});

test("a text is read as far as it has come into view, also by who scrolls back", () => {
  const article = document.createElement("article");
  article.append(document.createElement("header"));
  const text = article.appendChild(document.createElement("div"));
  text.className = String(proseCss.root);
  article.append(document.createElement("footer"));
  let top = 600;
  text.getBoundingClientRect = () => ({ top, height: 2_000 }) as DOMRect;
  window.innerHeight = 800;
  const stop = followReading(article, begun, note, () => {});
  for (const place of [-200, -1_300, 400]) {
    top = place;
    window.dispatchEvent(new Event("scroll"));
  }
  stop();
  window.dispatchEvent(new Event("scroll"));
  expect(noted.map(({ position }) => position)).toEqual([0.1, 0.5, 1, 1]);
});
