import { sampleItem, sampleMedia } from "@tests/support/web/content-samples.ts";
import { expect, test } from "vitest";
import { lengthOf } from "./item-length.ts";

const film = (seconds: number | null) =>
  sampleItem({ content_type: "Video", media: sampleMedia({ type: "video/mp4", duration_seconds: seconds }) });

test("a video shows its length like a clock", () => {
  expect(lengthOf(film(10))).toBe("0:10");
  expect(lengthOf(film(1122))).toBe("18:42");
  expect(lengthOf(film(3723))).toBe("1:02:03");
});

test("a recording shows its minutes, a short one its seconds", () => {
  const recording = (seconds: number) =>
    sampleItem({
      content_type: "Audio",
      media: sampleMedia({ type: "audio/mp4", duration_seconds: seconds }),
    });
  expect(lengthOf(recording(1330))).toBe("22 min");
  expect(lengthOf(recording(37))).toBe("0:37");
});

test("an article takes a minute for 200 words, and at least one", () => {
  expect(lengthOf(sampleItem({ body: "word ".repeat(1400) }))).toBe("7 min read");
  expect(lengthOf(sampleItem({ body: "- short * text" }))).toBe("1 min read");
});

test("an unknown length is not shown", () => {
  expect(lengthOf(film(null))).toBeUndefined();
  expect(lengthOf(sampleItem({ content_type: "Video" }))).toBeUndefined();
});

test("a PDF is called one: its pages are not counted", () => {
  expect(lengthOf(sampleItem({ media: sampleMedia({ type: "application/pdf" }) }))).toBe("PDF");
});
