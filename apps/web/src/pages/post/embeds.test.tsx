import { screen, within } from "@testing-library/react";
import { sampleDetail } from "@tests/support/web/content-samples.ts";
import { answerPost } from "@tests/support/web/post-answers.ts";
import { renderApp } from "@tests/support/web/renderApp.tsx";
import { expect, test } from "vitest";

const address = "https://www.youtube.com/watch?v=aqz-KE-bpKQ";

async function open(path = "/posts/4") {
  answerPost(
    sampleDetail({
      content_type: "Video",
      media: null,
      embed: { provider: "youtube", id: "aqz-KE-bpKQ", address },
      chapters: [
        { at: 0, title: "What we build" },
        { at: 95, title: "The first test" },
      ],
    }),
  );
  const { user } = renderApp(path);
  const button = await screen.findByRole("button", { name: "Play from YouTube" });
  return { user, button };
}
const frame = () => document.querySelector("iframe");

test("a film of another site is asked for by a press, which says who learns of it", async () => {
  const { user, button } = await open("/posts/4?t=1m5s");
  expect(
    screen.getByText(/^Loads the film from www\.youtube-nocookie\.com, which then knows that you watch it\./),
  ).toBeDefined();
  expect(screen.getByRole("link", { name: "Watch on YouTube" }).getAttribute("href")).toBe(address);
  expect(document.documentElement.innerHTML).not.toMatch(/<(?:img|iframe|link|source)[^>]+youtube/);
  await user.click(button);
  expect(frame()?.src).toBe("https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1&rel=0&start=65");
  expect(document.activeElement).toBe(frame());
});

test("a press on a chapter loads it at that second, and again at the next press", async () => {
  const { user } = await open();
  const chapters = await screen.findByRole("navigation", { name: "Chapters" });
  const chapter = within(chapters).getByRole("link", { name: /The first test/ });
  await user.click(chapter);
  const first = await screen.findByTitle("Video: Caching headers without the folklore");
  expect(first.getAttribute("src")).toMatch(/start=95$/);
  await user.click(chapter);
  expect(frame()?.src).toBe(first.getAttribute("src"));
  expect(frame()).not.toBe(first);
});
