import { act, render, screen } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { compareClocks, serverNow } from "../api/server-now.ts";
import { formatDay, formatMoment } from "./dates.ts";
import { TimeAgo } from "./TimeAgo.tsx";

test("the text is updated as the minutes pass", () => {
  vi.useFakeTimers({ now: new Date("2025-11-20T12:00:00Z") });
  render(<TimeAgo instant="2025-11-20T11:58:00Z" />);
  expect(screen.getByText("2 minutes ago").getAttribute("datetime")).toBe("2025-11-20T11:58:00Z");

  act(() => vi.advanceTimersByTime(60_000));
  expect(screen.getByText("3 minutes ago")).toBeDefined();
});

test("shows the server's time where the device's clock is wrong, and learns nothing from a cache", () => {
  vi.useFakeTimers({ now: new Date("2025-11-20T12:00:00Z") });
  const answer = (date: string, caching: string) =>
    new Response(null, { headers: { date: new Date(date).toUTCString(), "cache-control": caching } });
  compareClocks(answer("2025-11-20T15:00:00Z", "no-store"));
  compareClocks(answer("2025-11-20T09:00:00Z", "no-cache"));
  render(<TimeAgo instant="2025-11-20T14:58:00Z" />);
  expect(screen.getByText("2 minutes ago")).toBeDefined();
  // Clocks that differ by seconds are not compared more closely than answers travel.
  compareClocks(answer("2025-11-20T12:00:20Z", "no-store"));
  expect(serverNow()).toBe(Date.now());
});

test("shows the date next to relative times older than 48 hours", () => {
  vi.useFakeTimers({ now: new Date("2025-11-20T12:00:00Z") });
  const textOf = (instant: string, isDated = false) => {
    const { container, unmount } = render(<TimeAgo instant={instant} isDated={isDated} />);
    const { textContent, title } = container.querySelector("time") as HTMLElement;
    unmount();
    return [textContent, title];
  };
  const [recent, old] = ["2025-11-18T12:01:00Z", "2025-11-18T12:00:00Z"];
  expect(textOf(recent)).toEqual(["47 hours ago", formatMoment(recent)]);
  expect(textOf(old)).toEqual([`2 days ago (${formatDay(old)})`, formatMoment(old)]);
  expect(textOf(old, true)).toEqual(["2 days ago", formatMoment(old)]);
});

test("in HTML from the server, which is the same for every reader and every minute, it is the date and time, once", () => {
  const instant = "2025-11-20T11:58:00Z";
  const moment = "20 Nov 2025, 11:58 UTC";
  const htmlOf = (isDated: boolean) => renderToStaticMarkup(<TimeAgo instant={instant} isDated={isDated} />);
  expect(htmlOf(false)).toBe(`<time dateTime="${instant}" title="${moment}">${moment}</time>`);
  expect(htmlOf(true)).toBe(`<time dateTime="${instant}" title="${moment}">Universal time</time>`);
});
