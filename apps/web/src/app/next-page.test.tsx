import { getContent, listReviews, searchContent } from "@cairn/contract";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { sampleDetail, sampleItem } from "@tests/support/web/content-samples.ts";
import { answer, server } from "@tests/support/web/fake-api.ts";
import { renderApp } from "@tests/support/web/renderApp.tsx";
import { HttpResponse } from "msw";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { currentQueryClient } from "../lib/query-client.ts";
import { watchLinks } from "./next-page.ts";

/** The items that were asked for. */
let asked: string[];

beforeAll(() => {
  const listening = vi.spyOn(document, "addEventListener");
  watchLinks();
  const added = [...listening.mock.calls];
  listening.mockRestore();
  // A page watches its links as long as it is open; the pages of other files do not.
  return () => {
    for (const [type, listener] of added) document.removeEventListener(type, listener);
  };
});
beforeEach(() => {
  asked = [];
  server.use(
    answer(searchContent, () =>
      HttpResponse.json({
        items: [4, 5, 6].map((id) => sampleItem({ id, title: `Piece ${id}` })),
        next: null,
      }),
    ),
    answer(getContent, ({ params }) => {
      asked.push(String(params.id));
      return HttpResponse.json(sampleDetail({ id: Number(params.id), title: `Piece ${params.id}` }));
    }),
    answer(listReviews, () => HttpResponse.json({ items: [], seen_by: undefined })),
  );
});

const link = (id: number) => screen.findByRole("link", { name: `Piece ${id}` });
const isIdle = () => waitFor(() => expect(currentQueryClient().isFetching()).toBe(0));

test("a post is there before its link is pressed: by hover, focus and touch, each once", async () => {
  const { user } = renderApp("/posts");
  await user.hover(await link(4));
  await waitFor(() => expect(asked).toEqual(["4"]));
  await isIdle();
  fireEvent.focusIn(await link(5));
  await waitFor(() => expect(asked).toEqual(["4", "5"]));
  await isIdle();
  fireEvent.touchStart(await link(6));
  await waitFor(() => expect(asked).toEqual(["4", "5", "6"]));
  await isIdle();
  expect(screen.queryByRole("progressbar")).toBeNull();

  await user.click(await link(4));
  expect(await screen.findByRole("heading", { level: 1, name: "Piece 4" })).toBeDefined();
  expect(asked).toEqual(["4", "5", "6"]);
});

test("nothing is fetched for a pointer that passes by, nor with Save-Data", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  renderApp("/posts");
  const [four, five] = [await link(4), await link(5)];
  fireEvent.pointerOver(four);
  fireEvent.pointerOver(document.body);
  await act(async () => void vi.advanceTimersByTime(1_000));
  expect(asked).toEqual([]);

  Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true });
  fireEvent.touchStart(five);
  fireEvent.pointerOver(five);
  await act(async () => void vi.advanceTimersByTime(1_000));
  expect(asked).toEqual([]);

  Object.defineProperty(navigator, "connection", { value: undefined, configurable: true });
  fireEvent.touchStart(five);
  vi.useRealTimers();
  await waitFor(() => expect(asked).toEqual(["5"]));
});
