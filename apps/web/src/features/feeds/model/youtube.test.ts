import { expect, test } from "vitest";
import { playerAddress, youtubeIdOf } from "./youtube.ts";

test.each([
  "https://www.youtube.com/watch?v=aqz-KE-bpKQ",
  "https://youtube.com/watch?list=PL1&v=aqz-KE-bpKQ&t=42s",
  "http://m.youtube.com/watch?v=aqz-KE-bpKQ",
  "https://youtu.be/aqz-KE-bpKQ?si=share",
  "https://www.youtube.com/embed/aqz-KE-bpKQ",
  "https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ",
  "https://www.youtube.com/shorts/aqz-KE-bpKQ",
  "https://www.youtube.com/live/aqz-KE-bpKQ?feature=share",
])("%s leads to the video aqz-KE-bpKQ", (link) => {
  expect(youtubeIdOf(link)).toBe("aqz-KE-bpKQ");
});

test("an id may have any length, since only the video site knows the valid ones", () => {
  expect(youtubeIdOf("https://www.youtube.com/watch?v=abc123")).toBe("abc123");
});

test.each([
  "",
  "aqz-KE-bpKQ",
  "javascript:alert('https://youtu.be/aqz-KE-bpKQ')",
  "https://example.org/watch?v=aqz-KE-bpKQ",
  "https://youtube.com.example.org/watch?v=aqz-KE-bpKQ",
  "https://www.youtube.com@example.org/watch?v=aqz-KE-bpKQ",
  "https://notyoutube.com/watch?v=aqz-KE-bpKQ",
  "https://www.youtube.com/watch",
  "https://www.youtube.com/watch?v=",
  "https://www.youtube.com/watch?v=aqz-KE-bpKQ/../x",
  "https://www.youtube.com/embed/aqz-KE-bpK%22",
  "https://www.youtube.com/channel/aqz-KE-bpKQ",
  "https://youtu.be/aqz-KE-bpKQ/more",
])("%j is not a video address", (link) => {
  expect(youtubeIdOf(link)).toBeNull();
});

test("the player comes from the cookieless host", () => {
  expect(playerAddress("aqz-KE-bpKQ")).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/aqz-KE-bpKQ\?/);
});
