import {
  type ContentType,
  changeProfile,
  getMe,
  getProfile,
  listCategories,
  listContent,
  listDiscussed,
  listHistory,
  listUnfinished,
  searchContent,
} from "@cairn/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { sampleItem, sampleMedia } from "@tests/support/web/content-samples.ts";
import { answer, holdBack, member, refusal, server } from "@tests/support/web/fake-api.ts";
import { keepNotifications, sampleNotification } from "@tests/support/web/notification-answers.ts";
import { sampleProfile } from "@tests/support/web/profile-answers.ts";
import { renderApp, storeSession } from "@tests/support/web/renderApp.tsx";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
// Its code is there when a test waits for the list.
import "./dashboard/FirstDays.tsx";

beforeEach(() => storeSession());

const feedOf = (items: unknown[], total = items.length) =>
  answer(listContent, () => HttpResponse.json(items, { headers: { "x-total-count": String(total) } }));

const cardOf = async (title: string) => {
  const heading = await screen.findByRole("heading", { level: 3, name: title });
  const card = heading.closest("article");
  if (!card) throw new Error(`${title} stands in no card`);
  return card;
};

describe("the member home", () => {
  test("requests the first ten items and describes the section", async () => {
    const asked: string[] = [];
    server.use(
      answer(listContent, ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json([sampleItem()], { headers: { "x-total-count": "39" } });
      }),
    );
    renderApp("/usersdashboard");
    expect(await screen.findByRole("heading", { level: 2, name: "Personalized Feed" })).toBeDefined();
    expect(screen.getByText("Content based on your likes and interests")).toBeDefined();
    expect(
      await screen.findByText("39 verified posts to watch, read and hear, those in your interests first."),
    ).toBeDefined();
    expect(asked).toEqual(["?page=1&per_page=10"]);
    expect(document.title).toBe("Personalized Feed · Cairn");
  });

  test("a card has the button of its type, which opens the item", async () => {
    const labels = { Video: "Watch Now", Article: "Read Article", Audio: "Listen Now", Slides: "View" };
    const items = Object.keys(labels).map((type, id) =>
      sampleItem({ id, title: `Of type ${type}`, content_type: type as ContentType }),
    );
    server.use(feedOf(items));
    const { user } = renderApp("/usersdashboard");
    for (const [type, label] of Object.entries(labels)) {
      within(await cardOf(`Of type ${type}`)).getByText(label);
    }
    await user.click(screen.getByText("Listen Now"));
    await waitFor(() => expect(window.location.pathname).toBe("/posts/2"));
  });

  test("a card shows its item's known fields", async () => {
    server.use(
      feedOf([
        sampleItem({
          title: "Postgres indexes",
          body: "## Plans\n\nRead a **query plan**.",
          // As the server made it: nothing is taken away once more.
          excerpt: "Read a query plan, and `**`.",
          content_type: "Video",
          media: sampleMedia({ type: "video/mp4", poster_url: "/media/still.jpg", duration_seconds: 1122 }),
          why: "In your interests: Fullstack Development",
        }),
      ]),
    );
    renderApp("/usersdashboard");
    const card = await cardOf("Postgres indexes");
    expect(card.textContent).toContain("Fullstack Development");
    expect(within(card).getByText("Read a query plan, and `**`.")).toBeDefined();
    expect(within(card).getByText("18:42")).toBeDefined();
    expect(within(card).getByText("In your interests: Fullstack Development")).toBeDefined();
    expect(within(card).getByText("Verified")).toBeDefined();
    expect(card.querySelector("img")?.getAttribute("src")).toBe("/media/still.jpg");
  });

  test.each([
    ["a PDF", { media: sampleMedia({ type: "application/pdf", poster_url: "/media/page.jpg" }) }],
    ["a recording", { media: sampleMedia({ type: "audio/mpeg", poster_url: "/media/page.jpg" }) }],
    ["a film of another site", { poster: "/media/page.jpg" }],
  ])("the card of %s shows its poster", async (_what, more) => {
    server.use(feedOf([sampleItem({ title: "Postgres indexes", ...more })]));
    renderApp("/usersdashboard");
    const card = await cardOf("Postgres indexes");
    expect(card.querySelector("img")?.getAttribute("src")).toBe("/media/page.jpg");
  });

  test("an unpublished item bears no mark, and one without a text says so", async () => {
    server.use(feedOf([sampleItem({ title: "My own draft", status: "Pending", body: "" })]));
    renderApp("/usersdashboard");
    const card = await cardOf("My own draft");
    expect(within(card).queryByText("Verified")).toBeNull();
    expect(within(card).getByText("No description available")).toBeDefined();
  });

  test("skeleton cards show while the feed loads", async () => {
    const gate = holdBack(listContent, () => HttpResponse.json([sampleItem({ title: "Here at last" })]));
    renderApp("/usersdashboard");
    await screen.findByRole("heading", { level: 2, name: "Personalized Feed" });
    await waitFor(() => expect(document.querySelectorAll(".feed-card .skeleton").length).toBeGreaterThan(0));
    expect(screen.queryByText("No content available")).toBeNull();
    gate.open();
    await cardOf("Here at last");
    expect(document.querySelector(".skeleton")).toBeNull();
  });

  test("a feed that fails says so and can be tried again", async () => {
    server.use(
      answer(listContent, () => refusal("too_many_requests"), { once: true }),
      feedOf([sampleItem({ title: "Second try" })]),
    );
    const { user } = renderApp("/usersdashboard");
    expect(await screen.findByText("Failed to load feed. Please try again.")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await cardOf("Second try");
    expect(screen.queryByText("Failed to load feed. Please try again.")).toBeNull();
  });

  test("an empty feed says so", async () => {
    server.use(feedOf([]));
    renderApp("/usersdashboard");
    expect(await screen.findByText("No content available")).toBeDefined();
    expect(screen.getByText("Posts for your interests, each checked by a named person.")).toBeDefined();
  });
});

describe("below and above the feed", () => {
  test("unread notices stand first, and the row of interests repeats nothing that the feed begins with", async () => {
    const searched: (string | null)[] = [];
    keepNotifications([
      sampleNotification(3, { message: "Your post was approved" }),
      sampleNotification(2, { read: true, message: "Read before" }),
    ]);
    server.use(
      answer(getMe, () => HttpResponse.json({ ...member, interests: ["Cyber Security", "C#"] })),
      feedOf([sampleItem({ id: 1, title: "For you" })]),
      answer(searchContent, ({ request }) => {
        searched.push(new URL(request.url).searchParams.get("q"));
        const items = [
          sampleItem({ id: 1, title: "For you" }),
          sampleItem({ id: 5, title: "Spot the phish" }),
        ];
        return HttpResponse.json({ items, next: null });
      }),
    );
    renderApp("/usersdashboard");
    const notices = within(await screen.findByRole("region", { name: "Unread notifications" }));
    expect(notices.getByText("Your post was approved")).toBeDefined();
    expect(notices.queryByText("Read before")).toBeNull();
    expect(notices.getByRole("link", { name: "All notifications" }).getAttribute("href")).toBe(
      "/notifications",
    );
    const row = within(await screen.findByRole("list", { name: "In your interests" }));
    expect(row.getAllByRole("heading").map(({ textContent }) => textContent)).toEqual(["Spot the phish"]);
    expect(searched).toEqual(['"Cyber Security" or "C#"']);
    expect(screen.queryByRole("region", { name: "First steps" })).toBeNull();
  });

  test("what was left unfinished and what is discussed have rows, and no row begins as another does", async () => {
    const titled = (id: number) => sampleItem({ id, title: `Post ${id}` });
    server.use(
      feedOf([1, 2, 3].map(titled)),
      answer(listDiscussed, () => HttpResponse.json({ items: [3, 2, 7].map(titled) })),
      answer(listUnfinished, () =>
        HttpResponse.json({
          items: [{ ...titled(2), position: 0.4, seconds: 40, read_at: "2026-03-01T09:00:00.000Z" }],
        }),
      ),
    );
    renderApp("/usersdashboard");
    const titles = async (name: string) =>
      within(await screen.findByRole("list", { name }))
        .getAllByRole("heading")
        .map(({ textContent }) => textContent);
    expect(await titles("Continue")).toEqual(["Post 2"]);
    expect(await titles("Most discussed this week")).toEqual(["Post 7"]);
    const all = screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);
    expect(all).toEqual(["Post 2", "Post 1", "Post 3", "Post 2", "Post 7"]);
  });

  test("a new member has neither of these rows", async () => {
    server.use(feedOf([sampleItem({ title: "For you" })]));
    renderApp("/usersdashboard");
    await cardOf("For you");
    const main = within(screen.getByRole("main"));
    expect(main.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      "First steps",
      "Personalized Feed",
    ]);
  });

  const card = () => screen.findByRole("region", { name: "First steps" });

  test("a member without interests is offered the categories, and what is chosen is saved", async () => {
    const sent: string[] = [];
    let interests: string[] = [];
    server.use(
      answer(getMe, () => HttpResponse.json({ ...member, interests })),
      answer(listCategories, () =>
        HttpResponse.json(
          ["Data Science", "Cyber Security"].map((name, id) => ({ id, name, description: "", posts: 1 })),
        ),
      ),
      answer(changeProfile, async ({ request }) => {
        sent.push(await request.text());
        interests = ["Cyber Security"];
        return HttpResponse.json({ message: "Profile updated successfully" });
      }),
    );
    const { user } = renderApp("/usersdashboard");
    const offer = within(await card());
    expect(offer.getByRole("button", { name: "Save interests" })).toHaveProperty("disabled", true);
    await user.click(await offer.findByRole("button", { name: "Cyber Security" }));
    await user.click(offer.getByRole("button", { name: "Save interests" }));
    expect(await screen.findByText("Your interests are saved")).toBeDefined();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toContain("Cyber Security");
    expect(sent[0]).not.toContain("Data Science");
    await waitFor(() => expect(screen.queryByRole("button", { name: "Save interests" })).toBeNull());
  });

  test("the first steps go by themselves once the member has also read something", async () => {
    window.localStorage.setItem("firstDays", `${member.id} begun`);
    server.use(
      answer(getMe, () => HttpResponse.json({ ...member, interests: ["C#"] })),
      answer(getProfile, () => HttpResponse.json(sampleProfile({ email_confirmed: false }))),
    );
    const { unmount } = renderApp("/usersdashboard");
    const steps = within(await card());
    expect(steps.getByRole("button", { name: "Send the confirmation link again" })).toBeDefined();
    expect(steps.getByText("Read your first post")).toBeDefined();
    unmount();
    const read = { item: sampleItem(), read_at: "2025-11-20T07:00:00.000Z", position: 1 };
    server.use(
      answer(getProfile, () => HttpResponse.json(sampleProfile())),
      answer(listHistory, () => HttpResponse.json({ on: true, items: [read], next: null })),
    );
    renderApp("/usersdashboard");
    await screen.findByText("No content available");
    expect(screen.queryByRole("region", { name: "First steps" })).toBeNull();
  });

  test("the offer stays away once it was dismissed", async () => {
    const { user, unmount } = renderApp("/usersdashboard");
    await user.click(within(await card()).getByRole("button", { name: "Dismiss" }));
    unmount();
    renderApp("/usersdashboard");
    await screen.findByText("No content available");
    expect(screen.queryByRole("region", { name: "First steps" })).toBeNull();
  });
});

test("the member home has this order: header, banner, Personalized Feed, footer", async () => {
  server.use(feedOf([sampleItem({ title: "Spot the phish" })]));
  renderApp("/usersdashboard");
  const card = await cardOf("Spot the phish");
  const parts = [
    within(screen.getByRole("banner")).getByRole("button", { name: "Logout" }),
    screen.getByRole("heading", { level: 1, name: "Fresh stones on your trail" }),
    screen.getByRole("heading", { level: 2, name: "Personalized Feed" }),
    card,
    within(screen.getByRole("contentinfo")).getByText("© 2025 Cairn"),
  ];
  const inOrder = parts.every((part, index) => {
    const next = parts[index + 1];
    return !next || part.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING;
  });
  expect(inOrder).toBe(true);
});
