import { expect, test } from "vitest";
import { thumbOf } from "./ThumbArt.tsx";

const titles = Array.from({ length: 200 }, (_, index) => `Lesson ${index}`);

test("a title has the same picture every time", () => {
  for (const title of titles) expect(thumbOf(title)).toEqual(thumbOf(title));
});

test("different titles have different pictures", () => {
  expect(new Set(titles.map((title) => JSON.stringify(thumbOf(title)))).size).toBe(titles.length);
});

test("the picture of a known title never changes", () => {
  const { background, sun, paths } = thumbOf("Postgres indexes that actually help");

  expect(background).toBe("#c6acb8");
  expect(sun).toBeUndefined();
  expect(paths.map(({ fill }) => fill)).toEqual([
    "#bca1ae",
    "#ad91a0",
    "#9f8293",
    "#917386",
    "#826479",
    "#73566c",
    "#65495f",
    "#583b51",
    "#4a2e44",
  ]);
  expect(paths[0]?.d.slice(0, 66)).toBe("M341.9 103.1Q356.1 116 361.9 132.2Q367.6 148.4 358 163.7Q348.3 178");
});

test("titles of one subject have one motif, and titles of different subjects different ones", () => {
  const shapes = (title: string) => thumbOf(title).paths.map(({ d }) => d.replaceAll(/[-\d. ]+/g, ""));
  const [query, rows, deploy] = [
    "Reading a query plan",
    "Fifteen rows are enough",
    "Deploys without a break",
  ].map(shapes);

  expect(rows).toEqual(query);
  expect(deploy).not.toEqual(query);
});

test("any text has a picture that is safe in an attribute", () => {
  for (const title of ["", " ", "<script>", "日本語", "\ud800"]) {
    const { background, paths } = thumbOf(title);
    expect(background).toMatch(/^#[0-9a-f]{6}$/);
    expect(paths.length).toBeGreaterThan(0);
    for (const { d, fill } of paths) {
      expect(d).toMatch(/^M[-\d. MLQCHVZ]+Z$/);
      expect(fill).toMatch(/^#[0-9a-f]{6}$/);
    }
  }
});
