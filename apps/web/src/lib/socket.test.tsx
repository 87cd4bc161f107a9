import { refresh } from "@cairn/contract";
import { act, render, waitFor } from "@testing-library/react";
import { answer, refusal, server, silence } from "@tests/support/web/fake-api.ts";
import {
  breakOff,
  letIn,
  openedSockets,
  refuse,
  socketOpened,
  tellLive,
  theSocket,
} from "@tests/support/web/fake-socket.ts";
import { sampleNotification } from "@tests/support/web/notification-answers.ts";
import { storedSession, storeSession } from "@tests/support/web/renderApp.tsx";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { useLive } from "./live-socket.ts";
import { connectExits } from "./session/exits.ts";
import { endSession, startSession, storeAccessToken } from "./session/session.ts";

const heard = vi.fn();
const connected = vi.fn();

function Screen({ name = "screen" }: { name?: string }) {
  useLive({ new_notification: ({ id }) => heard(name, id) }, () => connected(name));
  return null;
}

/** What follows from a refusal takes a call's time, and then the socket's. */
const attempts = (count: number) => waitFor(() => expect(theSocket().tokens).toHaveLength(count));

/** Refreshes the session with `access-2` and so on; tells how often. */
function renewTokens() {
  const renewals = { count: 0 };
  server.use(
    answer(refresh, () => {
      renewals.count += 1;
      return HttpResponse.json({ access_token: `access-${renewals.count + 1}` });
    }),
  );
  return renewals;
}

beforeEach(() => {
  heard.mockClear();
  connected.mockClear();
  storeSession();
});

describe("a listening screen", () => {
  test("opens a socket with the token, at the site's own address and with the spec's retry settings", async () => {
    render(<Screen />);
    const socket = await socketOpened();
    expect(socket.address).toBe("http://localhost:3000");
    expect(socket.tokens).toEqual(["access-1"]);
    expect(socket.options).toMatchObject({
      path: "/socket.io",
      reconnectionDelay: 1000,
      reconnectionDelayMax: 5000,
      randomizationFactor: 0.5,
      timeout: 20_000,
    });
  });

  test("emits connect_notification with the token on each connect, and is notified of it", async () => {
    render(<Screen />);
    const socket = await letIn();
    expect(socket.sent).toEqual([["connect_notification", "access-1"]]);
    breakOff();
    await letIn();
    expect(socket.sent).toHaveLength(2);
    expect(connected).toHaveBeenCalledTimes(2);
  });

  test("receives the server's events", async () => {
    render(<Screen />);
    await letIn();
    tellLive("new_notification", sampleNotification(4));
    tellLive("desk_changed", { content_id: 1 });
    expect(heard.mock.calls).toEqual([["screen", 4]]);
  });

  test("shares one socket with others, which closes after the last of them", async () => {
    const first = render(<Screen name="first" />);
    await letIn();
    const second = render(<Screen name="second" />);
    expect(connected.mock.calls).toEqual([["first"], ["second"]]);
    tellLive("new_notification", sampleNotification(4));
    expect(heard.mock.calls).toEqual([
      ["first", 4],
      ["second", 4],
    ]);

    first.unmount();
    expect(theSocket().isClosed).toBe(false);
    second.unmount();
    expect(openedSockets().map(({ isClosed }) => isClosed)).toEqual([true]);
  });

  test("that closes before the socket's code has loaded opens none", async () => {
    const { unmount } = render(<Screen />);
    unmount();
    await act(() => import("socket.io-client"));
    expect(openedSockets()).toEqual([]);
  });
});

describe("the socket follows the session", () => {
  test("a visitor opens no socket", async () => {
    window.localStorage.clear();
    render(<Screen />);
    await act(() => import("socket.io-client"));
    expect(openedSockets()).toEqual([]);
  });

  test("a logout closes it", async () => {
    render(<Screen />);
    const socket = await letIn();
    act(() => endSession());
    expect(socket.isClosed).toBe(true);
  });

  test("another member gets a new socket", async () => {
    render(<Screen />);
    const first = await letIn();
    act(() => startSession({ access_token: "theirs", refresh_token: "refresh-9", role: "User", user_id: 9 }));
    expect(first.isClosed).toBe(true);
    expect((await socketOpened()).tokens).toEqual(["theirs"]);
  });

  test("a refreshed token keeps the socket, and the next attempt uses it", async () => {
    render(<Screen />);
    const socket = await letIn();
    act(() => storeAccessToken("access-2"));
    expect(socket.isClosed).toBe(false);
    breakOff();
    act(() => socket.connect());
    expect(socket.tokens).toEqual(["access-1", "access-2"]);
  });
});

describe("a refused token", () => {
  test("is refreshed once, and the connection is tried again", async () => {
    const renewals = renewTokens();
    render(<Screen />);
    await socketOpened();
    refuse();
    await attempts(2);
    expect(theSocket().tokens).toEqual(["access-1", "access-2"]);
    expect(renewals.count).toBe(1);

    vi.useFakeTimers();
    refuse();
    await vi.advanceTimersByTimeAsync(7500);
    expect(theSocket().tokens).toEqual(["access-1", "access-2", "access-2"]);
    expect(renewals.count).toBe(1);
  });

  test("is not refreshed when a call has already done so", async () => {
    const renewals = renewTokens();
    render(<Screen />);
    await socketOpened();
    storeAccessToken("access-7");
    refuse();
    await attempts(2);
    expect(theSocket().tokens).toEqual(["access-1", "access-7"]);
    expect(renewals.count).toBe(0);
  });

  test("of an ended session ends it here too, and closes the socket", async () => {
    const disconnect = connectExits({
      sessionLost: () => act(() => endSession()),
      loginSuggested: () => {},
      emailUnconfirmed: () => {},
    });
    server.use(answer(refresh, () => refusal("session_ended")));
    render(<Screen />);
    const socket = await socketOpened();
    refuse();
    await waitFor(() => expect(storedSession().refreshToken).toBeNull());
    expect(socket.isClosed).toBe(true);
    disconnect();
  });

  test("waits when the refresh gets no answer", async () => {
    server.use(answer(refresh, silence));
    render(<Screen />);
    await socketOpened();
    vi.useFakeTimers();
    refuse();
    await vi.advanceTimersByTimeAsync(2499);
    expect(theSocket().tokens).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(17_501);
    expect(theSocket().tokens).toHaveLength(2);
    expect(storedSession().refreshToken).toBe("refresh-1");
  });
});

test("another refusal waits, without a refresh", async () => {
  const renewals = renewTokens();
  render(<Screen />);
  await socketOpened();
  vi.useFakeTimers();
  refuse("too_many_requests");
  await vi.advanceTimersByTimeAsync(7500);
  expect(theSocket().tokens).toEqual(["access-1", "access-1"]);
  expect(renewals.count).toBe(0);
});

test("a connection closed by the server is tried again after a moment, which detects an ended session", async () => {
  const renewals = renewTokens();
  render(<Screen />);
  await letIn();
  vi.useFakeTimers();
  breakOff({ cut: true });
  expect(theSocket().tokens).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1500);
  expect(theSocket().tokens).toHaveLength(2);
  expect(renewals.count).toBe(0);
});

test("errors of the socket are not reported", async () => {
  const complaints = [vi.spyOn(console, "warn"), vi.spyOn(console, "error")];
  render(<Screen />);
  const socket = await socketOpened();
  act(() => socket.tell("connect_error", new Error("no way through")));
  expect(socket.tokens).toHaveLength(1);
  for (const complaint of complaints) expect(complaint).not.toHaveBeenCalled();
});
