import { getTranscript, type Transcript } from "@cairn/contract";
import { act, screen, waitFor, within } from "@testing-library/react";
import { sampleDetail, sampleMedia } from "@tests/support/web/content-samples.ts";
import { answer, server } from "@tests/support/web/fake-api.ts";
import { answerPost } from "@tests/support/web/post-answers.ts";
import { renderApp } from "@tests/support/web/renderApp.tsx";
import { HttpResponse } from "msw";
import { expect, test, vi } from "vitest";

const track = (language: string, label: string) => ({
  language,
  label,
  url: `/media/${language}.vtt`,
  cues: 3,
});
const film = (more: object = {}) =>
  sampleDetail({
    content_type: "Video",
    media: sampleMedia({ url: "/media/film.mp4", type: "video/mp4", poster_url: null }),
    captions: [track("fr", "Français"), track("en", "English")],
    chapters: [
      { at: 0, title: "What we build" },
      { at: 95, title: "The first test" },
    ],
    ...more,
  });
const said: Record<string, Transcript> = {
  en: {
    language: "en",
    cues: [
      { start: 0, end: 4, text: "Stones\nare heavy.", speaker: "Ann" },
      { start: 95, end: 99, text: "We test the pile." },
      { start: 99, end: 104, text: "It stands." },
    ],
  },
  fr: { language: "fr", cues: [{ start: 0, end: 4, text: "Les pierres sont lourdes." }] },
};

async function open(item = film(), path = "/posts/4") {
  answerPost(item);
  server.use(
    answer(getTranscript, ({ request }) => {
      const language = new URL(request.url).searchParams.get("language") ?? "";
      return HttpResponse.json(said[language] ?? null);
    }),
  );
  const { user } = renderApp(path);
  const player = await screen.findByLabelText<HTMLVideoElement>("Caching headers without the folklore");
  vi.spyOn(player, "play").mockResolvedValue();
  return { user, player };
}

const lines = async () => {
  const list = await screen.findByRole("list", { name: "What is said" });
  return within(list).getAllByRole("listitem");
};

test("a film has its captions, and under it what is said, in the post's language", async () => {
  const { player } = await open();
  expect(
    [...player.querySelectorAll("track")].map(({ kind, srclang, label }) => [kind, srclang, label]),
  ).toEqual([
    ["captions", "fr", "Français"],
    ["captions", "en", "English"],
  ]);
  expect((await lines()).map(({ textContent }) => textContent)).toEqual([
    "0:00Ann: Stones are heavy.",
    "1:35We test the pile.",
    "1:39It stands.",
  ]);
});

test("what is being said is marked, and a press on a line or a chapter goes there", async () => {
  const { user, player } = await open();
  const [first, second] = await lines();
  await user.click(within(second as HTMLElement).getByRole("link"));
  expect(player.currentTime).toBe(95);
  act(() => void player.dispatchEvent(new Event("timeupdate")));
  await waitFor(() => expect(second?.getAttribute("aria-current")).toBe("true"));
  expect(first?.hasAttribute("aria-current")).toBe(false);

  const chapters = screen.getByRole("navigation", { name: "Chapters" });
  await user.click(within(chapters).getByRole("link", { name: /What we build/ }));
  expect(player.currentTime).toBe(0);
});

test("words are found in it, in another language, and it is copied with its times", async () => {
  const { user } = await open();
  await lines();
  const box = screen.getByRole("searchbox", { name: "Search the transcript" });
  await user.type(box, "STANDS");
  expect(await screen.findByText("1 of 3 lines")).toBeDefined();
  expect(screen.queryByText(/We test the pile/)?.closest("li")?.hidden).toBe(true);
  await user.clear(box);
  await user.click(screen.getByRole("button", { name: "Copy" }));
  await screen.findByText("Transcript copied");
  expect(await navigator.clipboard.readText()).toBe(
    "0:00 Ann: Stones are heavy.\n1:35 We test the pile.\n1:39 It stands.",
  );
  await user.selectOptions(screen.getByLabelText("Language"), "Français");
  expect(await screen.findByText("Les pierres sont lourdes.")).toBeDefined();
});

test("an address with a moment opens there", async () => {
  const { player } = await open(film(), "/posts/4?t=1m35s");
  act(() => void player.dispatchEvent(new Event("loadedmetadata")));
  expect(player.currentTime).toBe(95);
});

test("a post without captions and chapters says nothing of them", async () => {
  answerPost(sampleDetail());
  renderApp("/posts/4");
  await screen.findByRole("heading", { level: 1 });
  expect(screen.queryByText("Transcript")).toBeNull();
});
