import { expect, test } from "vitest";
import { followReading } from "./follow-reading.ts";
import { keepUnfinished, readUnfinished } from "./unfinished.ts";

const owner = 7;

function filmAt(seconds: number) {
  const article = document.createElement("article");
  const film = article.appendChild(document.createElement("video"));
  film.currentTime = seconds;
  return { article, film };
}

test("a film goes on where it was left, and is finished at its end", () => {
  const first = filmAt(0);
  const stop = followReading(first.article, owner, 4);
  first.film.currentTime = 42.5;
  first.film.dispatchEvent(new Event("timeupdate"));
  stop();
  expect(readUnfinished(owner)).toEqual([{ id: 4, seconds: 42 }]);
  expect(readUnfinished(8)).toEqual([]);

  const { article, film } = filmAt(0);
  followReading(article, owner, 4);
  film.dispatchEvent(new Event("loadedmetadata"));
  expect(film.currentTime).toBe(42);
  film.dispatchEvent(new Event("ended"));
  expect(readUnfinished(owner)).toEqual([]);
});

test("the device keeps the last twelve items of a member, and nothing that Cairn did not write", () => {
  for (let id = 1; id <= 14; id += 1) keepUnfinished(owner, { id, seconds: 0 });
  keepUnfinished(owner, { id: 5, seconds: 9 });
  const ids = readUnfinished(owner).map(({ id }) => id);
  expect(ids).toEqual([5, 14, 13, 12, 11, 10, 9, 8, 7, 6, 4, 3]);
  for (const broken of ["{", "7", '[["x", []], [7, [{"id": "1"}]]]']) {
    localStorage.setItem("unfinished", broken);
    expect(readUnfinished(owner)).toEqual([]);
  }
});
