import {
  type Comment,
  createComment,
  getContent,
  likeContent,
  reportContent,
  saveContent,
} from "@cairn/contract";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { sampleComment, sampleDetail } from "@tests/support/web/content-samples.ts";
import { answer, refusal, server, silence } from "@tests/support/web/fake-api.ts";
import { forgetUnsent, leaveUnsent, unsentOf } from "@tests/support/web/outbox.ts";
import { answerPost } from "@tests/support/web/post-answers.ts";
import { renderApp, storeSession } from "@tests/support/web/renderApp.tsx";
import { HttpResponse } from "msw";
import { afterEach, expect, test, vi } from "vitest";
import { endSession } from "../../lib/session/session.ts";

afterEach(() => forgetUnsent(7, 8));

/** The browser knows that there is no line: nothing is tried. */
function cut() {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  server.use(
    answer(createComment, silence),
    answer(likeContent, silence),
    answer(saveContent, silence),
    answer(reportContent, silence),
  );
}

function lineIsBack() {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  window.dispatchEvent(new Event("online"));
}

async function openPost(comments: Comment[] = []) {
  storeSession();
  answerPost(sampleDetail(), undefined, comments);
  const view = renderApp("/posts/4");
  await screen.findByRole("heading", { level: 2, name: /^Comments/ });
  return view;
}

const box = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Add a comment" });
const waiting = () => screen.findByRole("list", { name: "Your comments that are not sent yet" });

async function comment(text: string) {
  fireEvent.change(await box(), { target: { value: text } });
  fireEvent.click(screen.getByRole("button", { name: /^Post/ }));
}

test("a comment without a line waits in its place, can be changed there, and arrives once under its key", async () => {
  cut();
  const { user, unmount } = await openPost();
  await comment("On a train");
  const list = within(await waiting());
  list.getByText("On a train");
  list.getByText("Waiting for a connection");
  expect((await box()).value).toBe("");
  await user.click(list.getByRole("button", { name: "Edit" }));
  fireEvent.change(list.getByRole("textbox"), { target: { value: "On a slow train" } });
  await user.click(list.getByRole("button", { name: "Save" }));
  await list.findByText("On a slow train");
  unmount();

  await openPost();
  within(await waiting()).getByText("On a slow train");
  const [kept] = await unsentOf(7);
  const sent: unknown[] = [];
  server.use(
    answer(createComment, async ({ request }) => {
      sent.push([await request.json(), request.headers.get("idempotency-key")]);
      return HttpResponse.json(sampleComment({ id: 90, body: "On a slow train" }), { status: 201 });
    }),
  );
  lineIsBack();
  await waitFor(() => expect(screen.queryByText("Waiting for a connection")).toBeNull());
  expect(sent).toEqual([[{ body: "On a slow train" }, kept?.id]]);
  expect(await unsentOf(7)).toEqual([]);
});

test("what another tab of the member left waiting shows here at once", async () => {
  cut();
  await openPost();
  await screen.findByRole("button", { name: /^Like: / });
  await leaveUnsent(7, "like:4", { method: "PUT", path: "/content/4/like" });
  window.dispatchEvent(new StorageEvent("storage", { key: "outbox" }));
  await screen.findByRole("button", { name: /^Like: .*Waiting for a connection$/ });
});

test("a refused comment comes back to its place with the server's words and its own", async () => {
  cut();
  const { user } = await openPost();
  await comment("Too late");
  await waiting();
  server.use(answer(createComment, () => refusal("content_not_found")));
  lineIsBack();
  const list = within(await waiting());
  expect((await list.findByRole("alert")).textContent).toBe("Content not found");
  list.getByText("Too late");
  list.getByText("Not sent");
  await user.click(list.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(screen.queryByText("Too late")).toBeNull());
});

test("likes, saves and reports wait as well, in the order in which they were made; a choice taken back is not sent", async () => {
  cut();
  server.use(answer(getContent, () => HttpResponse.json(sampleDetail({ likes: 12, liked: false }))));
  const { user } = await openPost();
  const like = await screen.findByRole("button", { name: /^Like: / });
  await user.click(like);
  await screen.findByRole("button", { name: /^Like: .*Waiting for a connection$/, pressed: true });
  await user.click(await screen.findByRole("button", { name: /^Save for later: / }));
  await screen.findByRole("button", { name: /^Save for later: .*Waiting for a connection$/, pressed: true });
  await user.click(await screen.findByRole("button", { name: "Report this post" }));
  fireEvent.change(await screen.findByRole("textbox", { name: "What is wrong with it?" }), {
    target: { value: "It names the wrong stone." },
  });
  await user.click(screen.getByRole("button", { name: "Report" }));
  await screen.findByText("Waiting for a connection: we will send your report then.");
  await user.click(screen.getByRole("button", { name: /^Like: .*Waiting for a connection$/ }));
  await waitFor(async () =>
    expect((await unsentOf(7)).map(({ kind, method }) => [kind, method])).toEqual([
      ["save", "PUT"],
      ["report", "POST"],
      ["like", "DELETE"],
    ]),
  );
});

test("what waits stays for its member after a logout, unseen by the next one", async () => {
  cut();
  const first = await openPost();
  await comment("Mine alone");
  await waiting();
  endSession();
  first.unmount();

  storeSession({ userId: "8", accessToken: "access-8", refreshToken: "refresh-8" });
  answerPost(sampleDetail(), undefined, []);
  renderApp("/posts/4");
  lineIsBack();
  await box();
  expect(screen.queryByText("Mine alone")).toBeNull();
  expect((await unsentOf(7)).map(({ body }) => body)).toEqual([{ body: "Mine alone" }]);
});
