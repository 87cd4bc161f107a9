import {
  clearHistory,
  forgetRead,
  getPosition,
  listHistory,
  listSaved,
  listSavedIds,
  saveContent,
  savePosition,
  searchContent,
  switchHistory,
  unsaveContent,
} from "@cairn/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { sampleDetail, sampleItem } from "@tests/support/web/content-samples.ts";
import { answer, refusal, sentTo, server } from "@tests/support/web/fake-api.ts";
import { answerPost } from "@tests/support/web/post-answers.ts";
import { renderApp, storeSession } from "@tests/support/web/renderApp.tsx";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";

let calls: string[];
beforeEach(() => {
  calls = [];
});

const at = "2026-03-01T09:00:00.000Z";
const saved = (id: number) => ({ ...sampleItem({ id, title: `Post ${id}` }), saved_at: at });
const read = (id: number, position: number) => ({
  ...sampleItem({ id, title: `Post ${id}` }),
  position,
  seconds: null,
  read_at: at,
});
const bookmark = (title: string, pressed: boolean) =>
  screen.findByRole("button", { name: `Save for later: ${title}`, pressed });

describe("a member", () => {
  beforeEach(() => storeSession());

  test("sees on each card whether it is saved, saves it and takes it out again", async () => {
    server.use(
      answer(searchContent, () =>
        HttpResponse.json({
          items: [sampleItem({ id: 4, title: "Four" }), sampleItem({ id: 5, title: "Five" })],
          next: null,
        }),
      ),
      answer(listSavedIds, () => HttpResponse.json({ ids: [5] })),
      answer(saveContent, ({ params }) => {
        calls.push(`save ${params.id}`);
        return HttpResponse.json({ saved: true });
      }),
      answer(unsaveContent, ({ params }) => {
        calls.push(`take out ${params.id}`);
        return HttpResponse.json({ saved: false });
      }),
    );
    const { user } = renderApp("/posts");
    await bookmark("Five", true);
    await user.click(await bookmark("Four", false));
    await user.click(await bookmark("Four", true));
    await bookmark("Four", false);
    await waitFor(() => expect(calls).toEqual(["save 4", "take out 4"]));
  });

  test("is told when a post could not be saved", async () => {
    answerPost(sampleDetail());
    server.use(answer(saveContent, () => refusal("list_full")));
    const { user } = renderApp("/posts/4");
    await user.click(await bookmark("Caching headers without the folklore", false));
    expect(await screen.findByText(/Your list is full/)).toBeDefined();
    await bookmark("Caching headers without the folklore", false);
  });

  test("finds what was saved in pages", async () => {
    server.use(
      answer(listSaved, ({ request }) => {
        const isFirst = !new URL(request.url).searchParams.has("cursor");
        return HttpResponse.json(
          isFirst ? { items: [saved(9)], next: "more" } : { items: [saved(8)], next: null },
        );
      }),
    );
    const { user } = renderApp("/saved");
    await user.click(await screen.findByRole("button", { name: "Load More" }));
    await screen.findByRole("link", { name: "Post 8" });
    const list = within(screen.getByRole("list", { name: "Saved posts" }));
    expect(list.getAllByRole("heading").map(({ textContent }) => textContent)).toEqual(["Post 9", "Post 8"]);
    expect(screen.queryByRole("button", { name: "Load More" })).toBeNull();
  });

  test("with nothing saved is shown where to look", async () => {
    server.use(answer(listSaved, () => HttpResponse.json({ items: [], next: null })));
    renderApp("/saved");
    expect(await screen.findByText("Nothing saved yet")).toBeDefined();
    expect(screen.getByRole("link", { name: "Go to the library" }).getAttribute("href")).toBe("/posts");
  });

  test("sees the history, forgets one item, clears it and switches it off", async () => {
    const film = { ...read(4, 0.2), content_type: "Video" as const };
    let state = { on: true, items: [read(3, 0.4), read(2, 1), film] };
    server.use(
      answer(listHistory, () => HttpResponse.json({ ...state, next: null })),
      answer(forgetRead, ({ params }) => {
        state = { ...state, items: state.items.filter(({ id }) => id !== Number(params.id)) };
        return HttpResponse.json({ message: "Forgotten" });
      }),
      answer(clearHistory, () => {
        state = { ...state, items: [] };
        return HttpResponse.json({ message: "History cleared" });
      }),
      answer(switchHistory, async ({ request }) => {
        state = { items: [], ...((await request.json()) as { on: boolean }) };
        return HttpResponse.json({ on: state.on });
      }),
    );
    const { user } = renderApp("/history");
    expect((await screen.findByText(/40 % read/)).textContent).toContain("Fullstack Development");
    expect(screen.getByText(/20 % played/)).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Remove from history: Post 3" }));
    await waitFor(() => expect(screen.queryByRole("link", { name: "Post 3" })).toBeNull());
    await user.click(screen.getByRole("button", { name: "Clear history" }));
    expect(await screen.findByText("Nothing here yet")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Turn off and clear" }));
    expect(await screen.findByText("Your history is off")).toBeDefined();
    expect(screen.getByRole("button", { name: "Turn on" })).toBeDefined();
  });

  test("is offered to go on in a text, and keeps the furthest place whatever they answer", async () => {
    answerPost(sampleDetail());
    const sent = sentTo(savePosition, () => HttpResponse.json({ position: 0, seconds: null, kept: true }));
    server.use(answer(getPosition, () => HttpResponse.json({ position: 0.6, seconds: null })));
    const { user } = renderApp("/posts/4");
    const offer = await screen.findByRole("button", { name: "Continue where you stopped" });
    window.dispatchEvent(new Event("pagehide"));
    await waitFor(() => expect(sent).toEqual([{ position: 0.6, seconds: null }]));
    await user.click(screen.getByRole("button", { name: "Stay here" }));
    expect(offer.isConnected).toBe(false);
    window.dispatchEvent(new Event("scroll"));
    window.dispatchEvent(new Event("pagehide"));
    expect(sent).toEqual([{ position: 0.6, seconds: null }]);
  });
});

test("a visitor is led to the login screen, and nothing is asked of the server", async () => {
  answerPost(sampleDetail());
  server.use(
    answer(listSavedIds, () => {
      calls.push("ids");
      return HttpResponse.json({ ids: [] });
    }),
  );
  const { user } = renderApp("/posts/4");
  const link = await screen.findByRole("link", {
    name: "Log in to save for later: Caching headers without the folklore",
  });
  await user.click(link);
  await waitFor(() => expect(window.location.pathname).toBe("/login"));
  expect(calls).toEqual([]);
});
