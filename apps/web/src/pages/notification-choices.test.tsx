import {
  changeNoticeChoices,
  type Follow,
  followSubject,
  getNoticeChoices,
  listCategories,
  listFollows,
  type NoticeChoices,
  noticeDefaults,
  unfollowSubject,
} from "@cairn/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { sampleDetail, sampleReview } from "@tests/support/web/content-samples.ts";
import { answer, refusal, server } from "@tests/support/web/fake-api.ts";
import { emptyJournal } from "@tests/support/web/journal.ts";
import { answerPost } from "@tests/support/web/post-answers.ts";
import { serveProfile } from "@tests/support/web/profile-answers.ts";
import { renderApp, storeSession } from "@tests/support/web/renderApp.tsx";
import { HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";

beforeEach(async () => {
  await emptyJournal();
  storeSession();
});

const choices = (more: Partial<NoticeChoices> = {}): NoticeChoices => ({
  items: (["replies", "decisions"] as const).map((what) => ({ what, site: true, ...noticeDefaults[what] })),
  mail: { confirmed: true, refused_at: null },
  push: { devices: 0, this_device: false },
  ...more,
});

test("a member chooses what is mailed, and each choice is saved at once", async () => {
  const sent: unknown[] = [];
  let known = choices();
  serveProfile();
  server.use(
    answer(getNoticeChoices, () => HttpResponse.json(known)),
    answer(changeNoticeChoices, async ({ request }) => {
      const { items = [] } = (await request.json()) as { items?: NoticeChoices["items"] };
      sent.push(items);
      known = {
        ...known,
        items: known.items.map((item) => ({ ...item, ...items.find(({ what }) => what === item.what) })),
      };
      return HttpResponse.json(known);
    }),
  );
  const { user } = renderApp("/profile");
  const table = within(await screen.findByRole("table", { name: "Where you get notifications" }));
  const mail = await table.findByRole<HTMLSelectElement>("combobox", {
    name: "By email: Comments and replies",
  });
  expect(mail.value).toBe("weekly");
  await user.selectOptions(mail, "At once");
  await waitFor(() => expect(mail.disabled).toBe(false));
  await user.selectOptions(
    table.getByRole("combobox", { name: "By email: Decisions on your posts" }),
    "Never",
  );
  await waitFor(() =>
    expect(sent).toEqual([[{ what: "replies", mail: "now" }], [{ what: "decisions", mail: "never" }]]),
  );
  expect(mail.value).toBe("now");
});

test("an address that was refused says so, and is mailed again when its member says so", async () => {
  let refused_at: string | null = "2026-03-01T09:00:00.000Z";
  serveProfile();
  server.use(
    answer(getNoticeChoices, () => HttpResponse.json(choices({ mail: { confirmed: true, refused_at } }))),
    answer(changeNoticeChoices, () => {
      refused_at = null;
      return HttpResponse.json(choices());
    }),
  );
  const { user } = renderApp("/profile");
  expect(await screen.findByText(/Your mail server refused an email on/)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Email me again" }));
  await waitFor(() => expect(screen.queryByText(/refused an email/)).toBeNull());
});

test("a choice that could not be saved says so and stays as it was", async () => {
  serveProfile();
  server.use(
    answer(getNoticeChoices, () => HttpResponse.json(choices())),
    answer(changeNoticeChoices, () => refusal("too_many_requests")),
  );
  const { user } = renderApp("/profile");
  const mail = await screen.findByRole<HTMLSelectElement>("combobox", {
    name: "By email: Comments and replies",
  });
  await user.selectOptions(mail, "Never");
  expect((await screen.findByRole("alert")).textContent).toContain("Too many requests");
  expect(mail.value).toBe("weekly");
});

test("a category is followed from its library, and left from the profile", async () => {
  let follows: Follow[] = [];
  serveProfile();
  server.use(
    answer(listFollows, () => HttpResponse.json({ items: follows })),
    answer(followSubject, ({ params }) => {
      follows = [
        {
          kind: "category",
          id: String(params.id),
          name: "Data Science",
          followed_at: "2026-03-01T09:00:00.000Z",
        },
      ];
      return HttpResponse.json({ following: true });
    }),
    answer(unfollowSubject, () => {
      follows = [];
      return HttpResponse.json({ following: false });
    }),
    answer(listCategories, () =>
      HttpResponse.json([{ id: 3, name: "Data Science", description: "", posts: 1, interval_days: 180 }]),
    ),
  );
  const { user, unmount } = renderApp("/posts?category=Data%20Science");
  await user.click(await screen.findByRole("button", { name: "Follow Data Science", pressed: false }));
  await screen.findByRole("button", { name: "Follow Data Science", pressed: true });
  unmount();
  const profile = renderApp("/profile");
  await profile.user.click(await screen.findByRole("button", { name: "Stop following Data Science" }));
  expect(await screen.findByText(/Nothing yet\. Use the Follow button/)).toBeDefined();
});

test("a member follows a label where a post says what it applies to; a visitor finds no button", async () => {
  let follows: Follow[] = [];
  const asked: unknown[] = [];
  server.use(
    answer(listFollows, () => HttpResponse.json({ items: follows })),
    answer(followSubject, ({ params }) => {
      asked.push([params.kind, params.id]);
      follows = [{ kind: "label", id: "node 20", name: "node 20", followed_at: "2026-03-01T09:00:00.000Z" }];
      return HttpResponse.json({ following: true });
    }),
    answer(unfollowSubject, ({ params }) => {
      asked.push([params.kind, params.id]);
      follows = [];
      return HttpResponse.json({ following: false });
    }),
  );
  answerPost(sampleDetail({ applies_to: ["node 20", "docker"] }), [sampleReview()]);
  const { user, unmount } = renderApp("/posts/4");
  await screen.findByRole("button", { name: "Follow docker", pressed: false });
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Follow node 20", pressed: false });
  await waitFor(() => expect(button.disabled).toBe(false));
  button.focus();
  await user.keyboard("{Enter}");
  await screen.findByRole("button", { name: "Follow node 20", pressed: true });
  // The focus stays, so that one who regrets presses again.
  await user.keyboard("{Enter}");
  await screen.findByRole("button", { name: "Follow node 20", pressed: false });
  expect(asked).toEqual([
    ["label", "node 20"],
    ["label", "node 20"],
  ]);
  unmount();

  localStorage.clear();
  renderApp("/posts/4");
  const region = await screen.findByRole("region", { name: "Verified" });
  expect(within(region).getByRole("link", { name: "node 20" })).toBeDefined();
  expect(screen.queryByRole("button", { name: /^Follow / })).toBeNull();
});

test("visitors are led to the log-in by Follow, and come back to what they wanted to follow", async () => {
  localStorage.clear();
  server.use(
    answer(listCategories, () =>
      HttpResponse.json([{ id: 3, name: "Data Science", description: "", posts: 1, interval_days: 180 }]),
    ),
  );
  const { user } = renderApp("/posts?category=Data+Science");
  await user.click(await screen.findByRole("link", { name: "Log in to follow Data Science" }));
  expect(await screen.findByText("Log in to follow Data Science.")).toBeDefined();
  expect(window.history.state.usr.from).toBe("/posts?category=Data+Science");
});
