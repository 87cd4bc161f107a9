import { screen, waitFor, within } from "@testing-library/react";
import { letIn, openedSockets, tellLive } from "@tests/support/web/fake-socket.ts";
import { answerFeeds, sampleVideo } from "@tests/support/web/feed-samples.ts";
import {
  failNotifications,
  keepNotifications,
  sampleNotification,
  sampleNotifications,
} from "@tests/support/web/notification-answers.ts";
import { renderApp, storeSession } from "@tests/support/web/renderApp.tsx";
import { beforeEach, expect, test, vi } from "vitest";

const messages = () =>
  [...screen.getByRole("main").querySelectorAll("h2")].map((heading) => heading.textContent);

beforeEach(() => {
  storeSession();
});

test("it shows only the server's list, with a filter for System", async () => {
  const feeds = answerFeeds({ videos: [sampleVideo(1)] });
  keepNotifications([sampleNotification(5, { type: "Comment" }), sampleNotification(4)]);
  const { user } = renderApp("/notificationss");
  await screen.findByText("Event 5");
  expect(screen.queryByText("Video 1")).toBeNull();
  expect(feeds.videos).toBe(0);
  const filter = within(screen.getByRole("group", { name: "Filter" }));
  expect(filter.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "All",
    "Video",
    "Article",
    "Comment",
    "System",
  ]);
  await user.click(filter.getByRole("button", { name: "System" }));
  await waitFor(() => expect(messages()).toEqual(["Event 4"]));
});

test("it marks as read by a call, receives live arrivals, and loads 20 a page", async () => {
  const kept = keepNotifications(sampleNotifications(22));
  const { user } = renderApp("/notificationss");
  await screen.findByText("Event 22");
  expect(messages()).toHaveLength(20);
  await letIn();
  kept.add(sampleNotification(23));
  tellLive("new_notification", sampleNotification(23));
  await waitFor(() => expect(messages().slice(0, 2)).toEqual(["Event 23", "Event 22"]));
  await user.click(screen.getByRole("button", { name: "Load More" }));
  await waitFor(() => expect(messages()).toHaveLength(23));
  const first = within(screen.getByRole("article", { name: "Event 23" }));
  await user.click(first.getByRole("button", { name: "Mark as read" }));
  await first.findByRole("button", { name: "Mark as unread" });
  expect(kept.marked).toEqual([23]);
});

test("it has no samples: a failure is only logged", async () => {
  const log = vi.spyOn(console, "warn").mockImplementation(() => {});
  failNotifications();
  renderApp("/notificationss");
  expect(await screen.findByText("No notifications found.")).toBeDefined();
  expect(screen.queryAllByRole("article")).toEqual([]);
  expect(log).toHaveBeenCalledWith("Notifications could not be loaded.", expect.anything());
});

test("a visitor sees an empty list, and nothing is fetched", async () => {
  window.localStorage.clear();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const kept = keepNotifications([sampleNotification(4)]);
  renderApp("/notificationss");
  expect(await screen.findByText("No notifications found.")).toBeDefined();
  expect(kept.asked).toEqual([]);
  expect(openedSockets()).toEqual([]);
});
