import { expect, test } from "vitest";
import { placeOf } from "./NotificationScreen.tsx";

test("a notification leads to a path of the site or to an address of the web", () => {
  expect(placeOf("/posts/4")).toEqual({ isHere: true, to: "/posts/4" });
  expect(placeOf("https://dev.to/ines/article-1")).toEqual({
    isHere: false,
    to: "https://dev.to/ines/article-1",
  });
});

test.each([null, "", "//example.org", "/\\example.org", "javascript:alert(1)", "posts/4"])(
  "%j is not a valid target",
  (url) => {
    expect(placeOf(url)).toBeNull();
  },
);
