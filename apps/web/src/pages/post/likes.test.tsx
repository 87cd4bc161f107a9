import {
  type ContentDetail,
  getContent,
  type LikeState,
  likeContent,
  listRelated,
  unlikeContent,
} from "@cairn/contract";
import { act, screen, waitFor } from "@testing-library/react";
import { sampleDetail, sampleItem } from "@tests/support/web/content-samples.ts";
import { answer, holdBack, refusal, server, silence } from "@tests/support/web/fake-api.ts";
import { closedGate } from "@tests/support/web/gate.ts";
import { forgetUnsent } from "@tests/support/web/outbox.ts";
import { answerPost } from "@tests/support/web/post-answers.ts";
import { renderApp, storeSession } from "@tests/support/web/renderApp.tsx";
import { letEverythingBeSeen } from "@tests/support/web/seen.ts";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";

/** Calls that reached the server, in their order. */
let calls: string[];

/** Likes and takes back as the server would, for an item that `others` members like. */
function answerLikes(others: number) {
  const state = (liked: boolean): LikeState => ({ likes: others + Number(liked), liked });
  server.use(
    answer(likeContent, () => {
      calls.push("like");
      return HttpResponse.json(state(true));
    }),
    answer(unlikeContent, () => {
      calls.push("unlike");
      return HttpResponse.json(state(false));
    }),
  );
}

async function openPost(item: Partial<ContentDetail> = {}) {
  answerPost(sampleDetail({ likes: 12, liked: false, ...item }));
  const { user } = renderApp("/posts/4");
  await screen.findByRole("heading", { level: 1, name: "Caching headers without the folklore" });
  return user;
}

const like = (name: string, pressed: boolean) => screen.findByRole("button", { name, pressed });

beforeEach(() => {
  calls = [];
});

describe("a member", () => {
  beforeEach(() => storeSession());

  test("likes a post, sees it at once, and then the server's own count", async () => {
    const user = await openPost();
    const gate = holdBack(likeContent, () => HttpResponse.json({ likes: 20, liked: true }));
    await user.click(await like("Like: 12", false));
    expect(await like("Like: 13", true)).toBeDefined();
    gate.open();
    expect(await like("Like: 20", true)).toBeDefined();
  });

  test("likes a post while its related posts are on their way, which are asked for once", async () => {
    answerLikes(12);
    letEverythingBeSeen();
    const gate = holdBack(listRelated, () =>
      HttpResponse.json({ items: [sampleItem({ id: 9, title: "ETags in practice" })] }),
    );
    const user = await openPost();
    await waitFor(() => expect(gate.calls()).toBe(1));
    await user.click(await like("Like: 12", false));
    expect(await like("Like: 13", true)).toBeDefined();
    await waitFor(() => expect(calls).toEqual(["like"]));
    gate.open();
    expect((await screen.findAllByRole("link", { name: /ETags in practice/ })).length).toBeGreaterThan(0);
    expect(gate.calls()).toBe(1);
  });

  test("takes a like back", async () => {
    answerLikes(11);
    const user = await openPost({ liked: true });
    await user.click(await like("Like: 12", true));
    expect(await like("Like: 11", false)).toBeDefined();
    await waitFor(() => expect(calls).toEqual(["unlike"]));
  });

  test("sees a message when a like could not be saved, and the server's state", async () => {
    const user = await openPost();
    server.use(
      answer(likeContent, () => refusal("too_many_requests")),
      answer(getContent, () => HttpResponse.json(sampleDetail({ likes: 14, liked: false }))),
    );
    await user.click(await like("Like: 12", false));
    await screen.findByText(
      "Your like could not be saved. Too many requests. Please wait a moment and try again.",
    );
    expect(await like("Like: 14", false)).toBeDefined();
  });

  test("without a connection takes it back all the same: that waits for the network", async () => {
    const user = await openPost({ liked: true });
    server.use(answer(unlikeContent, silence));
    await user.click(await like("Like: 12", true));
    await screen.findByRole("button", { name: /^Like: 11\b.*Waiting for a connection$/, pressed: false });
    await forgetUnsent(7);
  });

  test("who presses many times in a row makes one call at a time, and only the necessary ones", async () => {
    const gate = closedGate();
    const user = await openPost();
    answerLikes(12);
    server.use(
      answer(
        likeContent,
        async () => {
          calls.push("like");
          await gate.opened;
          return HttpResponse.json({ likes: 13, liked: true });
        },
        { once: true },
      ),
    );
    const button = await like("Like: 12", false);
    for (let press = 0; press < 7; press += 1) await user.click(button);
    expect(await like("Like: 13", true)).toBeDefined();
    gate.open();
    await waitFor(() => expect(calls).toEqual(["like"]));
    await user.click(button);
    await waitFor(() => expect(calls).toEqual(["like", "unlike"]));
    expect(await like("Like: 12", false)).toBeDefined();
  });

  test("who changes their mind while the first call is in flight gets the last choice", async () => {
    const gate = closedGate();
    const user = await openPost();
    answerLikes(12);
    server.use(
      answer(likeContent, async () => {
        calls.push("like");
        await gate.opened;
        return HttpResponse.json({ likes: 13, liked: true });
      }),
    );
    const button = await like("Like: 12", false);
    await user.click(button);
    await user.click(button);
    gate.open();
    await waitFor(() => expect(calls).toEqual(["like", "unlike"]));
    expect(await like("Like: 12", false)).toBeDefined();
  });

  test("sees a like of another tab when returning to this one", async () => {
    await openPost();
    await like("Like: 12", false);
    server.use(answer(getContent, () => HttpResponse.json(sampleDetail({ likes: 13, liked: true }))));
    act(() => void window.dispatchEvent(new Event("visibilitychange")));
    expect(await like("Like: 13", true)).toBeDefined();
  });

  test("cannot like what is not published", async () => {
    await openPost({ status: "Pending", published_at: null });
    expect(screen.queryByRole("button", { name: /^Like/ })).toBeNull();
  });
});

describe("the like that a visitor wanted to give", () => {
  const wanted = (id: number) => sessionStorage.setItem("likeWanted", String(id));

  test("is given once they have logged in, and once only", async () => {
    wanted(4);
    storeSession();
    answerLikes(12);
    await openPost();
    expect(await like("Like: 13", true)).toBeDefined();
    expect(calls).toEqual(["like"]);
    expect(sessionStorage.getItem("likeWanted")).toBeNull();
  });

  test("is not given to another post", async () => {
    wanted(5);
    storeSession();
    await openPost();
    await like("Like: 12", false);
    expect(calls).toEqual([]);
  });
});

test("a visitor is sent to the login screen, which says why", async () => {
  const user = await openPost({ likes: 1 });
  await user.click(await screen.findByRole("link", { name: "Log in to like: 1" }));
  expect(await screen.findByText("Log in to like this post.")).toBeTruthy();
  expect(window.location.pathname).toBe("/login");
  expect(screen.queryByRole("alert"), "no error").toBeNull();
  expect(sessionStorage.getItem("likeWanted")).toBe("4");
});
