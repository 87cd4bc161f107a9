import {
  changeProfile,
  createComment,
  getContent,
  getMe,
  getProfile,
  getUnreadCount,
  getWriterStats,
  listComments,
  listContent,
  listFlagged,
  listNotifications,
  listReviews,
  login,
  type Notification,
  readNotification,
  register,
  searchContent,
} from "@cairn/contract";
import { screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import { answer, refusal, server } from "../../../../tests/support/web/fake-api.ts";
import { letIn, tellLive } from "../../../../tests/support/web/fake-socket.ts";
import { renderApp, storedSession, storeSession } from "../../../../tests/support/web/renderApp.tsx";
import { filledUp } from "../lib/api/floor.ts";

const when = "2025-11-18T12:00:00.000Z";
const own = { name: "Amina Yusuf", email: "amina@cairn.test", bio: "Hi", avatar_url: null, social_links: [] };

/** A server that answers what the specification's table names, and no more. */
beforeEach(() => {
  const item = { id: 1, title: "One post", body: "Words", category_id: 1, media_url: null, author_id: 7 };
  const told = {
    id: 1,
    type: "Article",
    message: "A notice",
    subMessage: "One post [View Post]",
    time: "5 minutes ago",
  };
  server.use(
    answer(getMe, () => HttpResponse.json({ id: 7, name: own.name, email: own.email })),
    answer(login, () => HttpResponse.json({ access_token: "a", refresh_token: "r", role: "User" })),
    answer(getProfile, () => HttpResponse.json(own)),
    answer(changeProfile, () => HttpResponse.json({ message: "Saved as asked" })),
    answer(listContent, () => HttpResponse.json([{ ...item, created_at: when, content_type: "Article" }])),
    answer(getWriterStats, () =>
      HttpResponse.json({ totalPosts: 3, postsPending: 1, likes: 2, comments: 4 }),
    ),
    answer(searchContent, () => refusal("not_found")),
    answer(listFlagged, () =>
      HttpResponse.json({ items: [{ id: 1, type: "Article", title: "One post", reason: "Why" }] }),
    ),
    answer(listNotifications, () => HttpResponse.json({ items: [{ ...told, read: false }] })),
    answer(listComments, () =>
      HttpResponse.json([
        { id_code: "5", user: { name: "Tom" }, body: "Well said", body_html: "<p>Well said</p>", user_id: 3 },
      ]),
    ),
  );
});

test.each([
  ["/usersdashboard", "User", "One post"],
  ["/notifications", "User", "A notice"],
  ["/notificationss", "User", "A notice"],
  ["/home", "User", /Well said/],
  ["/profile", "User", "Profile"],
  ["/techhome", "TechWriter", "Total Posts"],
  ["/content", "TechWriter", "One post"],
  ["/tech-writer-flagged", "TechWriter", "A notice"],
  ["/tech-writer-profile", "TechWriter", "Full Name"],
])("%s works with only the fields that the specification names", async (path, role, words) => {
  storeSession({ role });
  renderApp(path);
  expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
  expect(screen.queryByText("Something went wrong")).toBeNull();
  expect(screen.queryByText("The newest verified posts could not be loaded.")).toBeNull();
});

test("a saved profile shows the message, and keeps its values, when the answer is only the message", async () => {
  storeSession();
  const { user } = renderApp("/profile");
  await user.type(await screen.findByLabelText("Full Name"), "!");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Saved as asked");
  expect(screen.getByLabelText<HTMLInputElement>("Full Name").value).toBe("Amina Yusuf");
});

test("a notification that is marked as read keeps its badge when the answer is empty", async () => {
  let read = false;
  const told = {
    id: 1,
    type: "Article",
    message: "A notice",
    subMessage: "One [View Post]",
    time: "1 hour ago",
  };
  server.use(
    answer(readNotification, () => {
      read = true;
      return HttpResponse.json({});
    }),
    answer(listNotifications, () =>
      HttpResponse.json({
        items: [
          { ...told, id: 2, message: "Another", read: false },
          { ...told, read },
        ],
      }),
    ),
    answer(getUnreadCount, () => refusal("not_found")),
  );
  storeSession();
  const { user } = renderApp("/notifications");
  const badge = await screen.findByText("2 unread");
  await user.click(screen.getAllByRole("button", { name: /Mark as read/ })[1] as HTMLElement);
  await waitFor(() => expect(badge.textContent).toContain("1 unread"));
  expect(document.body.textContent).not.toMatch(/undefined|NaN/);
});

test("a live notification needs neither an address nor a timestamp", async () => {
  storeSession();
  renderApp("/notifications");
  await screen.findByText("A notice");
  await letIn();
  const live = {
    id: 9,
    type: "Video",
    message: "Live now",
    subMessage: "Two [Watch]",
    time: "0 minutes ago",
  };
  tellLive("new_notification", { ...live, read: false } as Notification);
  await screen.findByText("Live now");
  expect(screen.getAllByText("0 minutes ago").length).toBeGreaterThan(0);
  expect(document.body.textContent).not.toMatch(/undefined|NaN/);
});

/** An item with the specification's fields alone, and no reviews. */
const barePost = [
  answer(getContent, () =>
    HttpResponse.json({
      id: 1,
      title: "One post",
      body: "Words",
      category_id: 1,
      author_id: 3,
      created_at: when,
    }),
  ),
  answer(listReviews, () => HttpResponse.json({ items: [] })),
];

test("a post works without its comments' times and without fields of newer servers", async () => {
  server.use(...barePost);
  storeSession();
  renderApp("/posts/1");
  await screen.findByRole("heading", { name: "One post" });
  await screen.findByText("Well said");
  expect(screen.queryByText("Something went wrong")).toBeNull();
  expect(document.body.textContent).not.toMatch(/undefined|NaN/);
});

test("a posted comment shows once its list is fetched again, when the answer is only a message", async () => {
  const comments = [
    { id_code: "5", user: { name: "Tom" }, body: "Well said", body_html: "<p>Well said</p>" },
  ];
  server.use(
    ...barePost,
    answer(listComments, () => HttpResponse.json(comments)),
    answer(createComment, () => {
      comments.unshift({ id_code: "6", user: { name: "Amina" }, body: "Indeed", body_html: "<p>Indeed</p>" });
      return HttpResponse.json({ message: "Comment posted" }, { status: 201 });
    }),
  );
  storeSession();
  const { user } = renderApp("/posts/1");
  await user.type(await screen.findByLabelText("Add a comment"), "Indeed");
  await user.click(screen.getByRole("button", { name: "Post" }));
  await screen.findByText("Indeed", { selector: "p" });
  expect(screen.getAllByText("Indeed", { selector: "p" })).toHaveLength(1);
});

test("a flagged item shows without a reason, a date and a reviewer", async () => {
  server.use(
    answer(listFlagged, () =>
      HttpResponse.json({ items: [{ id: 1, type: "Article", title: "Sent back", reason: null }] }),
    ),
  );
  storeSession({ role: "TechWriter" });
  renderApp("/tech-writer-flagged");
  await screen.findByText("Sent back");
  expect(
    filledUp(listFlagged, { items: [{ id: 1, type: "Article", title: "Sent back", reason: null }] }),
  ).toEqual({
    items: [
      {
        id: 1,
        type: "Article",
        title: "Sent back",
        reason: "",
        revision: 1,
        flagged_at: null,
        flagged_by: "",
        published: false,
      },
    ],
  });
});

test.each([
  ["/profile", "User"],
  ["/tech-writer-profile", "TechWriter"],
  ["/admin-profile", "Admin"],
])("%s works with a profile without links and interests", async (path, role) => {
  const { social_links: _, ...bare } = own;
  server.use(
    answer(getProfile, () => HttpResponse.json({ ...bare, bio: null, interests: null })),
    // An admin without the server's grant is shown samples.
    answer(getMe, () => HttpResponse.json({ id: 7, name: own.name, email: own.email, role, verified: true })),
  );
  storeSession({ role });
  renderApp(path);
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/Name/).value).toBe("Amina Yusuf"));
  expect(screen.queryByText("Something went wrong")).toBeNull();
});

test("registering needs no user_id: the member is fetched afterwards", async () => {
  server.use(
    answer(register, () => HttpResponse.json({ access_token: "a", refresh_token: "r", role: "User" })),
  );
  const { user } = renderApp("/register");
  await user.type(await screen.findByLabelText("Full Name"), own.name);
  await user.type(screen.getByLabelText("Email"), own.email);
  await user.click(screen.getByRole("radio", { name: /User/ }));
  await user.type(screen.getByLabelText("Password"), "cairn-demo-1");
  await user.type(screen.getByLabelText("Confirm Password"), "cairn-demo-1");
  await user.click(screen.getByRole("button", { name: "Register" }));
  await waitFor(() => expect(storedSession()).toMatchObject({ role: "User", userId: "7" }));
});

test("logging in needs no user_id: the member is fetched afterwards", async () => {
  const { user } = renderApp("/login");
  await user.type(await screen.findByLabelText("Email"), own.email);
  await user.type(screen.getByLabelText("Password"), "cairn-demo-1");
  await user.click(screen.getByRole("button", { name: "Log In" }));
  await waitFor(() => expect(storedSession()).toMatchObject({ role: "User", userId: "7" }));
});
