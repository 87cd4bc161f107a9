import { getUnreadCount, listNotifications, readAllNotifications, readNotification } from "@cairn/contract";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { answer, holdBack, refusal, server } from "@tests/support/web/fake-api.ts";
import { breakOff, letIn, openedSockets, tellLive } from "@tests/support/web/fake-socket.ts";
import { answerFeeds, sampleArticle, sampleVideo } from "@tests/support/web/feed-samples.ts";
import { closedGate } from "@tests/support/web/gate.ts";
import {
  failNotifications,
  keepNotifications,
  sampleNotification,
  sampleNotifications,
} from "@tests/support/web/notification-answers.ts";
import { renderApp, storeSession } from "@tests/support/web/renderApp.tsx";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";

const main = () => within(screen.getByRole("main"));
const messages = () =>
  main()
    .queryAllByRole("heading", { level: 2 })
    .map((heading) => heading.textContent);
const card = (message: string) => within(main().getByRole("article", { name: message }));
const badge = () =>
  main().getByRole("heading", { name: "Notifications" }).parentElement?.querySelector(".count")?.textContent;
const shown = async (...expected: string[]) => waitFor(() => expect(messages()).toEqual(expected));

/** The screen of a signed-in member, who has these from the server and no external items. */
async function open(...items: Parameters<typeof keepNotifications>) {
  const kept = keepNotifications(...items);
  const { user } = renderApp("/notifications");
  await screen.findByRole("heading", { name: "Notifications" });
  await waitFor(() => expect(screen.getByRole("main").querySelector("[aria-busy]")).toBeNull());
  return { user, kept };
}

beforeEach(() => {
  storeSession();
});

describe("the list", () => {
  test("contains the first 3 videos, the first 3 articles and the server's items, newest first", async () => {
    answerFeeds({
      videos: [1, 2, 3, 4].map((day) => sampleVideo(day)),
      articles: [1, 2, 3, 4].map((day) => sampleArticle(day)),
    });
    await open([sampleNotification(5)]);
    await shown("Event 5", "Article 4", "Video 4", "Article 3", "Video 3", "Article 2", "Video 2");
  });

  test("shows icon, message, sub-message and time, and highlights unread items", async () => {
    vi.useFakeTimers({ now: new Date("2025-11-20T12:00:00Z"), toFake: ["Date"] });
    await open([
      sampleNotification(5, {
        subMessage: "Caching, slowly [View Post]",
        created_at: "2025-11-18T06:00:00Z",
      }),
      sampleNotification(4, { read: true, created_at: "2025-11-18T05:00:00Z" }),
    ]);
    await main().findByText("Event 5");
    expect(card("Event 5").getByText("Caching, slowly")).toBeDefined();
    expect(card("Event 5").getByText("54 hours ago")).toBeDefined();
    const [unread, read] = main().getAllByRole("article");
    expect(unread?.className).toContain("isUnread");
    expect(unread?.querySelector(".type-tile.type-tile-system svg")).not.toBeNull();
    expect(read?.className).not.toContain("isUnread");
    expect(main().getByText("Stay updated with content & interactions")).toBeDefined();
  });

  test("shows 3 skeleton rows while it loads, then 'No notifications found.'", async () => {
    const gate = holdBack(listNotifications, () =>
      HttpResponse.json({ items: [], total: 0, unread: 0, version: 1 }),
    );
    renderApp("/notifications");
    await screen.findByRole("heading", { name: "Notifications" });
    const list = screen.getByRole("main").querySelector("[aria-busy]");
    expect(list?.children).toHaveLength(3);
    await waitFor(() => expect(list?.querySelectorAll(".skeleton").length).toBeGreaterThan(0));
    gate.open();
    expect(await main().findByText("No notifications found.")).toBeDefined();
  });

  test("offers Load More while there is more, and appends the next page", async () => {
    const { user, kept } = await open(sampleNotifications(25));
    await main().findByText("Event 25");
    expect(messages()).toHaveLength(20);
    expect(badge()).toBe("25 unread");
    await user.click(main().getByRole("button", { name: "Load More" }));
    expect(await main().findByText("Event 1")).toBeDefined();
    expect(messages()).toHaveLength(25);
    expect(kept.asked).toEqual(["page=1&per_page=20", "page=2&per_page=20"]);
    expect(main().queryByRole("button", { name: "Load More" })).toBeNull();
    expect(badge()).toBe("25 unread");
  });
});

describe("filters, sort and search", () => {
  const some = [
    sampleNotification(4, { type: "Video", subMessage: "Pointers [Watch Now]" }),
    sampleNotification(3, { type: "Article", subMessage: "Sockets [Read Article]" }),
    sampleNotification(2, { type: "Comment", message: "Kofi commented on your post" }),
    sampleNotification(1),
  ];

  test("All, Video, Article and Comment filter the list", async () => {
    const { user } = await open(some);
    const filter = within(main().getByRole("group", { name: "Filter" }));
    expect(filter.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
      "All",
      "Video",
      "Article",
      "Comment",
    ]);
    for (const [name, expected] of [
      ["Video", ["Event 4"]],
      ["Article", ["Event 3"]],
      ["Comment", ["Kofi commented on your post"]],
      ["All", ["Event 4", "Event 3", "Kofi commented on your post", "Event 1"]],
    ] as const) {
      await user.click(filter.getByRole("button", { name }));
      await shown(...expected);
    }
  });

  test("Newest and Oldest reverse the order", async () => {
    const { user } = await open(some);
    await user.selectOptions(main().getByRole("combobox", { name: "Sort" }), "Oldest");
    await shown("Event 1", "Kofi commented on your post", "Event 3", "Event 4");
    await user.selectOptions(main().getByRole("combobox", { name: "Sort" }), "Newest");
    await shown("Event 4", "Event 3", "Kofi commented on your post", "Event 1");
  });

  test("'Search Notifications' finds messages and sub-messages in any case", async () => {
    const { user } = await open(some);
    const box = main().getByPlaceholderText("Search Notifications");
    await user.type(box, "KOFI");
    await shown("Kofi commented on your post");
    await user.clear(box);
    await user.type(box, "sockets");
    await shown("Event 3");
    await user.type(box, " and more");
    expect(await main().findByText("No notifications found.")).toBeDefined();
  });

  test("the choice is restored by Back", async () => {
    vi.spyOn(window, "alert").mockImplementation(() => {});
    const { user } = await open([sampleNotification(2, { type: "Comment", url: "/feedpage" })]);
    await user.click(main().getByRole("button", { name: "Comment" }));
    await user.click(card("Event 2").getByRole("button", { name: "View Post" }));
    await screen.findByRole("heading", { name: "Feed" });
    act(() => window.history.back());
    await waitFor(() =>
      expect(main().getByRole("button", { name: "Comment" }).getAttribute("aria-pressed")).toBe("true"),
    );
  });
});

describe("reading", () => {
  test("'Mark as read' makes the call first, then the item and the badges change", async () => {
    const { user } = await open([sampleNotification(5), sampleNotification(4)]);
    const gate = holdBack(readNotification, () => HttpResponse.json({ unread: 1, version: 9 }));
    expect(badge()).toBe("2 unread");
    await user.click(card("Event 5").getByRole("button", { name: "Mark as read" }));
    expect(card("Event 5").getByRole("button", { name: "Mark as read" })).toBeDefined();
    expect(badge()).toBe("2 unread");
    gate.open();
    expect(await card("Event 5").findByRole("button", { name: "Mark as unread" })).toBeDefined();
    expect(badge()).toBe("1 unread");
    for (const navigation of screen.getAllByRole("navigation", { name: "Main" })) {
      expect(within(navigation).getByRole("link", { name: "Notifications 1 unread" })).toBeDefined();
    }
  });

  test("a failed call is only logged, and the item stays unread", async () => {
    const log = vi.spyOn(console, "warn").mockImplementation(() => {});
    const { user } = await open([sampleNotification(5)]);
    server.use(answer(readNotification, () => refusal("unavailable")));
    await user.click(card("Event 5").getByRole("button", { name: "Mark as read" }));
    await waitFor(() => expect(log).toHaveBeenCalled());
    expect(card("Event 5").getByRole("button", { name: "Mark as read" })).toBeDefined();
  });

  test("'Mark as unread' is stored on this device: no call, kept over a reload, for its owner only", async () => {
    const { user, kept } = await open([sampleNotification(5, { read: true })]);
    expect(badge()).toBeUndefined();
    await user.click(card("Event 5").getByRole("button", { name: "Mark as unread" }));
    expect(badge()).toBe("1 unread");
    await user.click(card("Event 5").getByRole("button", { name: "Mark as read" }));
    expect(badge()).toBeUndefined();
    await user.click(card("Event 5").getByRole("button", { name: "Mark as unread" }));
    expect(kept.marked).toEqual([]);
    expect(JSON.parse(window.localStorage.getItem("notificationMarks") ?? "")).toEqual([
      [7, expect.objectContaining({ unread: [5] })],
    ]);
  });

  test("external items start unread and count only in this screen's badge; their state is stored on this device", async () => {
    answerFeeds({ videos: [sampleVideo(1)], articles: [sampleArticle(1)] });
    const { user, kept } = await open([sampleNotification(5)]);
    await shown("Event 5", "Article 1", "Video 1");
    expect(badge()).toBe("3 unread");
    expect(screen.getAllByRole("link", { name: "Notifications 1 unread" })).toHaveLength(2);
    await user.click(card("Video 1").getByRole("button", { name: "Mark as read" }));
    expect(badge()).toBe("2 unread");
    expect(card("Video 1").getByRole("button", { name: "Mark as unread" })).toBeDefined();
    expect(kept.marked).toEqual([]);
  });

  test("'Mark all as read' reads the server's items and those of this device", async () => {
    answerFeeds({ videos: [sampleVideo(1)] });
    const { user } = await open([sampleNotification(5), sampleNotification(4)]);
    await shown("Event 5", "Event 4", "Video 1");
    const upTo: unknown[] = [];
    server.use(
      answer(readAllNotifications, async ({ request }) => {
        upTo.push(await request.json());
        return HttpResponse.json({ unread: 0, version: 9 });
      }),
    );
    await user.click(screen.getByRole("button", { name: "Mark all as read" }));
    await waitFor(() => expect(badge()).toBeUndefined());
    expect(upTo).toEqual([{ up_to: 5 }]);
  });
});

describe("the action", () => {
  describe("of a video", () => {
    const watch = async (link: string) => {
      answerFeeds({ videos: [sampleVideo(1, { link })] });
      const { user } = await open([]);
      await main().findByText("Video 1");
      await user.click(card("Video 1").getByRole("button", { name: "Watch Now" }));
      return { user, dialog: within(await screen.findByRole("dialog", { name: "Video 1" })) };
    };
    const gone = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

    test("opens a modal with an embedded player of 600 by 338", async () => {
      const { dialog } = await watch("https://www.youtube.com/watch?v=aqz-KE-b01Q");
      const frame = dialog.getByTitle<HTMLIFrameElement>("Video: Video 1");
      expect(frame.src).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/aqz-KE-b01Q\b/);
      expect([frame.width, frame.height]).toEqual(["600", "338"]);
      expect(frame.getAttribute("sandbox")?.split(" ")).not.toContain("allow-top-navigation");
    });

    test("has a 'Watch the video here' link when the address is not a video site's", async () => {
      const { dialog } = await watch("https://example.org/talk");
      const link = dialog.getByRole("link", { name: /^Watch the video here/ });
      expect(link).toMatchObject({ href: "https://example.org/talk", target: "_blank" });
      expect(document.querySelector("iframe")).toBeNull();
    });

    test("of Cairn's own links to its page", async () => {
      const { user } = await open([
        sampleNotification(5, { type: "Video", subMessage: "Pointers [Watch Now]", url: "/posts/5" }),
      ]);
      await main().findByText("Event 5");
      await user.click(card("Event 5").getByRole("button", { name: "Watch Now" }));
      const link = await screen.findByRole("link", { name: "Watch the video here" });
      expect(link.getAttribute("href")).toBe("/posts/5");
    });

    test("closes by its button, by the backdrop, by Escape and by Back", async () => {
      const { user } = await watch("https://example.org/talk");
      const again = () => user.click(card("Video 1").getByRole("button", { name: "Watch Now" }));
      await user.click(screen.getByRole("button", { name: "Close" }));
      await gone();
      await again();
      await user.click(await screen.findByRole("dialog"));
      await gone();
      await again();
      fireEvent(await screen.findByRole("dialog"), new Event("cancel", { cancelable: true }));
      await gone();
      await again();
      await screen.findByRole("dialog");
      act(() => window.history.back());
      await gone();
      expect(window.location.pathname).toBe("/notifications");
    });
  });

  test("of an article opens its link in a new tab", async () => {
    const opened = vi.spyOn(window, "open").mockReturnValue(null);
    answerFeeds({ articles: [sampleArticle(1)] });
    const { user } = await open([]);
    await main().findByText("Article 1");
    await user.click(card("Article 1").getByRole("button", { name: "Read Article" }));
    expect(opened).toHaveBeenCalledExactlyOnceWith(
      "https://dev.to/ines/article-1",
      "_blank",
      "noopener,noreferrer",
    );
  });

  test("of other types alerts 'Navigating to ...', then goes where the item points", async () => {
    const alert = vi.spyOn(window, "alert").mockImplementation(() => {
      expect(window.location.pathname).toBe("/notifications");
    });
    const { user } = await open([
      sampleNotification(5, { type: "Comment", subMessage: "Caching [View Comment]", url: "/feedpage" }),
    ]);
    await main().findByText("Event 5");
    await user.click(card("Event 5").getByRole("button", { name: "View Comment" }));
    expect(alert).toHaveBeenCalledExactlyOnceWith("Navigating to View Comment");
    await waitFor(() => expect(window.location.pathname).toBe("/feedpage"));
  });

  test("of an item that points nowhere ends with the alert, and reads it", async () => {
    const alert = vi.spyOn(window, "alert").mockImplementation(() => {});
    const { user, kept } = await open([sampleNotification(5, { subMessage: "Gone [View]", url: null })]);
    await main().findByText("Event 5");
    await user.click(card("Event 5").getByRole("button", { name: "View" }));
    expect(alert).toHaveBeenCalledWith("Navigating to View");
    await waitFor(() => expect(kept.marked).toEqual([5]));
    expect(window.location.pathname).toBe("/notifications");
  });
});

describe("'Clear All'", () => {
  test("hides the current items on this device; later arrivals show", async () => {
    answerFeeds({ videos: [sampleVideo(1)] });
    const { user, kept } = await open(sampleNotifications(25));
    await main().findByText("Video 1");
    await letIn();
    await user.click(main().getByRole("button", { name: "Clear All" }));
    expect(await main().findByText("No notifications found.")).toBeDefined();
    expect(badge()).toBeUndefined();
    expect(main().queryByRole("button", { name: "Load More" })).toBeNull();

    kept.add(sampleNotification(26));
    tellLive("new_notification", sampleNotification(26));
    await shown("Event 26");
    expect(badge()).toBe("1 unread");
    expect(kept.marked).toEqual([]);
  });

  test("counts exactly when more than a page has arrived since", async () => {
    const { user, kept } = await open(sampleNotifications(10));
    await main().findByText("Event 10");
    await user.click(main().getByRole("button", { name: "Clear All" }));
    await letIn();
    kept.add(...sampleNotifications(40, 11));
    breakOff();
    await letIn();
    await main().findByText("Event 40");
    expect(badge()).toBe("30 unread");
    await user.click(main().getByRole("button", { name: "Load More" }));
    await main().findByText("Event 11");
    expect(messages()).toHaveLength(30);
    expect(badge()).toBe("30 unread");
    expect(main().queryByRole("button", { name: "Load More" })).toBeNull();
  });

  test("can be undone for a moment", async () => {
    const { user } = await open([sampleNotification(5)]);
    await main().findByText("Event 5");
    await user.click(main().getByRole("button", { name: "Clear All" }));
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await shown("Event 5");
    expect(badge()).toBe("1 unread");
  });
});

describe("live", () => {
  test("an arrival goes on top, is counted and announced", async () => {
    answerFeeds({ videos: [sampleVideo(1, { pubDate: "2099-01-01 00:00:00" })] });
    const { kept } = await open([sampleNotification(5)]);
    await shown("Video 1", "Event 5");
    await letIn();
    kept.add(sampleNotification(6));
    tellLive("new_notification", sampleNotification(6));
    await shown("Event 6", "Video 1", "Event 5");
    await waitFor(() => expect(badge()).toBe("3 unread"));
    expect(main().getByText("New: Event 6").getAttribute("role")).toBe("status");
    expect(screen.getAllByRole("link", { name: "Notifications 2 unread" })).toHaveLength(2);
  });

  test("nothing shows twice, whatever the order of answers and events", async () => {
    const gate = closedGate();
    const kept = keepNotifications([sampleNotification(5)]);
    server.use(
      answer(
        listNotifications,
        async () => {
          const answered = { items: [sampleNotification(5)], total: 1, ...kept.count() };
          await gate.opened;
          return HttpResponse.json(answered);
        },
        { once: true },
      ),
    );
    renderApp("/notifications");
    await waitFor(() => expect(openedSockets()).toHaveLength(1));
    kept.add(sampleNotification(6));
    tellLive("new_notification", sampleNotification(6));
    tellLive("new_notification", sampleNotification(6));
    gate.open();
    await shown("Event 6", "Event 5");
    await letIn();
    tellLive("new_notification", sampleNotification(6));
    await waitFor(() => expect(badge()).toBe("2 unread"));
    expect(messages()).toEqual(["Event 6", "Event 5"]);
  });

  test("items read on another device show as read here", async () => {
    const { kept } = await open([sampleNotification(5), sampleNotification(4)]);
    await letIn();
    await main().findByText("Event 5");
    tellLive("unread_changed", kept.readElsewhere(5));
    await waitFor(() => expect(badge()).toBe("1 unread"));
    expect(await card("Event 5").findByRole("button", { name: "Mark as unread" })).toBeDefined();
  });

  test("an older count does not overwrite a newer one", async () => {
    const { kept } = await open(sampleNotifications(3));
    await letIn();
    await main().findByText("Event 3");
    const older = kept.count();
    tellLive("unread_changed", kept.readElsewhere(3));
    await waitFor(() => expect(badge()).toBe("2 unread"));
    tellLive("unread_changed", older);
    server.use(answer(getUnreadCount, () => HttpResponse.json(older)));
    act(() => void window.dispatchEvent(new Event("focus")));
    expect(badge()).toBe("2 unread");
    expect(screen.getAllByRole("link", { name: "Notifications 2 unread" })).toHaveLength(2);
  });

  test("the socket closes with the screen", async () => {
    const { user } = await open([]);
    const socket = await letIn();
    const [feed] = screen.getAllByRole("link", { name: "Feed" });
    if (feed) await user.click(feed);
    await waitFor(() => expect(socket.isClosed).toBe(true));
  });
});

describe("when GET /notifications fails", () => {
  test("three labelled samples show", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    failNotifications();
    renderApp("/notifications");
    expect(await screen.findAllByRole("article")).toHaveLength(3);
    for (const message of messages()) expect(message).toMatch(/^Sample: /);
    expect(badge()).toBe("3 unread");
  });

  test("the external items still show, and live arrivals go on top", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    answerFeeds({ articles: [sampleArticle(1)] });
    failNotifications();
    renderApp("/notifications");
    await waitFor(() => expect(messages()).toHaveLength(4));
    await letIn();
    tellLive("new_notification", sampleNotification(6));
    await waitFor(() => expect(messages()).toHaveLength(5));
    expect(messages()[0]).toBe("Event 6");
  });

  test("the real ones show after trying again", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    failNotifications();
    const { user } = renderApp("/notifications");
    const again = await screen.findByRole("button", { name: "Try again" });
    keepNotifications([sampleNotification(5)]);
    await user.click(again);
    await shown("Event 5");
  });
});

test("without a token nothing is fetched, which is logged, and 'No notifications found.' shows", async () => {
  window.localStorage.clear();
  window.localStorage.setItem("videos", JSON.stringify([sampleVideo(1)]));
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const asked = vi.fn();
  server.events.on("request:start", ({ request }) => asked(request.url));
  renderApp("/notifications");
  expect(await screen.findByText("No notifications found.")).toBeDefined();
  expect(messages()).toEqual([]);
  expect(main().getByRole("link", { name: "Log In" }).getAttribute("href")).toBe("/login");
  expect(log).toHaveBeenCalledWith("Notifications could not be loaded: nobody is logged in.");
  expect(asked).not.toHaveBeenCalled();
  expect(openedSockets()).toEqual([]);
});
