import { getContent, getMe, listContent, login, logout, refresh, register } from "@cairn/contract";
import { answer, member, refusal, server, silence } from "@tests/support/web/fake-api.ts";
import { noSession, storedSession, storeSession } from "@tests/support/web/renderApp.tsx";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { endSession, startSession } from "../session/session.ts";
import { createApi } from "./api.ts";
import { ApiError, isTemporary } from "./api-error.ts";
import type { Locks } from "./renewal.ts";

const exits = { sessionLost: vi.fn(() => endSession()), loginSuggested: vi.fn(), emailUnconfirmed: vi.fn() };
const openTab = (locks?: Locks) => createApi({ base: `${window.location.origin}/api`, locks, exits });

const bearerOf = (request: Request) => request.headers.get("authorization");
const bearers: (string | null)[] = [];

/** A call that only the token `access-2` opens, and a refresh that gives it. */
function accessExpires() {
  const refreshes: (string | null)[] = [];
  server.use(
    answer(getMe, ({ request }) => {
      bearers.push(bearerOf(request));
      return bearerOf(request) === "Bearer access-2"
        ? HttpResponse.json(member)
        : refusal("sign_in_required");
    }),
    answer(refresh, ({ request }) => {
      refreshes.push(bearerOf(request));
      return HttpResponse.json({ access_token: "access-2" });
    }),
  );
  return refreshes;
}

const failed = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error(`Expected an ApiError, got ${error}`);
  return error;
};

beforeEach(() => {
  exits.sessionLost.mockClear();
  exits.loginSuggested.mockClear();
  exits.sessionLost.mockImplementation(() => endSession());
  bearers.length = 0;
});

describe("a call", () => {
  test("goes to the endpoint's path under /api, with its parameters, query and credentials", async () => {
    let asked: Request | undefined;
    server.use(
      answer(listContent, ({ request }) => {
        asked = request;
        return HttpResponse.json([], { headers: { "X-Total-Count": "41" } });
      }),
    );
    const query = { page: 2, per_page: 10, cursor: undefined };
    const { body, headers } = await openTab().callWithHeaders(listContent, { query });

    expect(asked?.url).toBe("http://localhost:3000/api/content?page=2&per_page=10");
    expect(asked?.credentials).toBe("include");
    expect(body).toEqual([]);
    expect(headers.get("x-total-count")).toBe("41");
  });

  test("sends the stored access token without its 'Bearer ' prefix doubled", async () => {
    storeSession({ accessToken: "Bearer access-2" });
    accessExpires();
    await openTab().call(getMe, {});
    expect(bearers).toEqual(["Bearer access-2"]);
  });

  test("carries the server's words, code, fields and request id when it fails", async () => {
    const details = [{ field: "password", problem: "This password is too common." }];
    server.use(answer(register, () => refusal("invalid_input", { details })));
    const body = { name: "A", email: "a@b.co", role: "User", password: "password" } as const;
    const error = await failed(openTab().call(register, { body }));
    expect(error).toMatchObject({
      code: "invalid_input",
      status: 400,
      said: "Some of the values are not valid.",
      details,
      requestId: "request-1",
    });
  });

  test("fails as 'network' when nothing answers, and as an abort when its caller aborted it", async () => {
    server.use(answer(getContent, silence));
    const error = await failed(openTab().call(getContent, { params: { id: 1 } }));
    expect(error).toMatchObject({ code: "network", status: 0, said: undefined });

    const signal = AbortSignal.abort();
    const givenUp = openTab().call(getContent, { params: { id: 1 }, signal });
    await expect(givenUp).rejects.toMatchObject({ name: "AbortError" });
  });

  test("handles an error page that is not JSON", async () => {
    const page = new HttpResponse("<h1>Bad gateway</h1>", {
      status: 502,
      headers: { "X-Request-Id": "request-2" },
    });
    server.use(answer(getContent, () => page));
    const error = await failed(openTab().call(getContent, { params: { id: 1 } }));
    expect(error).toMatchObject({ code: "unreadable", status: 502, said: undefined, requestId: "request-2" });
  });

  test("fails when its answer is not JSON", async () => {
    server.use(answer(getMe, () => HttpResponse.text("<!doctype html>")));
    expect(await failed(openTab().call(getMe, {}))).toMatchObject({ code: "unreadable", status: 200 });
  });
});

describe("an expired access token", () => {
  test("is refreshed once for many calls at a time, each of which then succeeds", async () => {
    storeSession();
    const refreshes = accessExpires();
    const api = openTab();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => api.call(getMe, {})));

    expect(answers.map(({ name }) => name)).toEqual(Array(5).fill("Amina Yusuf"));
    expect(refreshes).toEqual(["Bearer refresh-1"]);
    expect(storedSession()).toMatchObject({
      accessToken: "access-2",
      refreshToken: "refresh-1",
      role: "User",
    });
  });

  test("is refreshed once for two tabs at the same time", async () => {
    storeSession();
    const refreshes = accessExpires();
    const locks = oneAtATime();
    await Promise.all([openTab(locks).call(getMe, {}), openTab(locks).call(getMe, {})]);
    expect(refreshes).toHaveLength(1);
  });

  test("is not refreshed when another tab has already done so", async () => {
    storeSession();
    const refreshes = accessExpires();
    const meanwhile = () => {
      storeSession({ accessToken: "access-2" });
      return refusal("sign_in_required");
    };
    server.use(answer(getMe, meanwhile, { once: true }));
    await openTab().call(getMe, {});
    expect(refreshes).toEqual([]);
  });

  test("is refreshed only once: a call that is refused again fails, and the session stays", async () => {
    storeSession();
    const refreshes = accessExpires();
    server.use(answer(getMe, () => refusal("sign_in_required")));
    expect(await failed(openTab().call(getMe, {}))).toMatchObject({ code: "sign_in_required" });
    expect(refreshes).toHaveLength(1);
    expect(exits.sessionLost).not.toHaveBeenCalled();
  });

  test.each(["session_ended", "account_deactivated", "invalid_input", "not_found"] as const)(
    "ends the session once when its refresh is refused as %s",
    async (code) => {
      storeSession();
      accessExpires();
      server.use(answer(refresh, () => refusal(code)));
      const api = openTab();
      const errors = await Promise.all([failed(api.call(getMe, {})), failed(api.call(getMe, {}))]);
      expect(errors.map((error) => error.code)).toEqual([code, code]);
      expect(exits.sessionLost).toHaveBeenCalledOnce();
      expect(storedSession()).toEqual(noSession);
    },
  );

  test("without a refresh token ends the session", async () => {
    storeSession({ refreshToken: null });
    accessExpires();
    expect(await failed(openTab().call(getMe, {}))).toMatchObject({ code: "session_ended" });
    expect(exits.sessionLost).toHaveBeenCalledOnce();
  });

  test("keeps the session when the refresh gets no answer or a server error", async () => {
    storeSession();
    accessExpires();
    server.use(answer(refresh, silence));
    expect(await failed(openTab().call(getMe, {}))).toMatchObject({ code: "network" });
    server.use(answer(refresh, () => refusal("unavailable")));
    expect(await failed(openTab().call(getMe, {}))).toMatchObject({ code: "unavailable" });
    server.use(answer(refresh, () => refusal("too_many_requests")));
    expect(await failed(openTab().call(getMe, {}))).toMatchObject({ code: "too_many_requests" });

    expect(exits.sessionLost).not.toHaveBeenCalled();
    expect(storedSession()).toMatchObject({ accessToken: "access-1", refreshToken: "refresh-1" });
  });

  test("does not revive the session when the member logs out during the refresh", async () => {
    storeSession();
    accessExpires();
    server.use(
      answer(refresh, () => {
        endSession();
        return HttpResponse.json({ access_token: "access-2" });
      }),
    );
    expect(await failed(openTab().call(getMe, {}))).toMatchObject({ code: "session_ended" });
    expect(storedSession()).toEqual(noSession);
  });

  test("does not repeat the call as another member who signed in meanwhile", async () => {
    storeSession();
    accessExpires();
    const meanwhile = () => {
      startSession({ access_token: "access-2", refresh_token: "refresh-2", role: "User", user_id: 8 });
      return refusal("sign_in_required");
    };
    server.use(answer(getMe, meanwhile, { once: true }));
    expect(await failed(openTab().call(getMe, {}))).toMatchObject({ code: "session_ended" });
    expect(bearers).toEqual([]);
    expect(storedSession()).toMatchObject({ refreshToken: "refresh-2", userId: "8" });
  });
});

describe("no refresh is made", () => {
  test("for a visitor's refused call", async () => {
    const refreshes = accessExpires();
    expect(await failed(openTab().call(getMe, {}))).toMatchObject({ code: "sign_in_required" });
    expect(refreshes).toEqual([]);
    expect(exits.sessionLost).not.toHaveBeenCalled();
  });

  test("for a wrong password, which is sent without a dead token", async () => {
    storeSession();
    const refreshes = accessExpires();
    server.use(
      answer(login, ({ request }) => {
        bearers.push(bearerOf(request));
        return refusal("wrong_credentials");
      }),
    );
    const body = { email: "amina@cairn.test", password: "wrong" };
    expect(await failed(openTab().call(login, { body }))).toMatchObject({ code: "wrong_credentials" });
    expect(bearers).toEqual([null]);
    expect(refreshes).toEqual([]);
  });

  test("for a call with a bearer of its own, such as logout", async () => {
    storeSession();
    const refreshes = accessExpires();
    server.use(
      answer(logout, ({ request }) => {
        bearers.push(bearerOf(request));
        return refusal("session_ended");
      }),
    );
    expect(await failed(openTab().call(logout, { bearer: "refresh-1" }))).toMatchObject({
      code: "session_ended",
    });
    expect(bearers).toEqual(["Bearer refresh-1"]);
    expect(refreshes).toEqual([]);
    expect(storedSession()).toMatchObject({ refreshToken: "refresh-1" });
  });
});

describe("a 409 that suggests logging in", () => {
  const conflict = () => refusal("email_taken", { suggestion: "login" });

  test("leads to the login screen from any call", async () => {
    server.use(answer(getMe, conflict));
    await failed(openTab().call(getMe, {}));
    expect(exits.loginSuggested).toHaveBeenCalledExactlyOnceWith(
      "Email already registered. Please log in or use a different email.",
    );
  });

  test("is left to the register screen", async () => {
    server.use(answer(register, conflict));
    const body = { name: "A", email: "a@b.co", role: "User", password: "password" } as const;
    expect(await failed(openTab().call(register, { body }))).toMatchObject({ suggestion: "login" });
    expect(exits.loginSuggested).not.toHaveBeenCalled();
  });

  test("a refusal for lack of a confirmed email is passed on with its message, on every screen", async () => {
    server.use(answer(getContent, () => refusal("email_unconfirmed")));
    const error = await failed(openTab().call(getContent, { params: { id: 1 } }));
    expect(error.code).toBe("email_unconfirmed");
    expect(exits.emailUnconfirmed).toHaveBeenCalledExactlyOnceWith(error.message);
  });
});

/** Web Locks as far as two tabs need them: each task waits for the one before. */
function oneAtATime(): Locks {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request(_name, task) {
      const mine = last.then(task);
      last = mine.catch(() => {});
      return mine;
    },
  };
}

test.each([
  [0, true],
  [200, true],
  [401, false],
  [404, false],
  [408, true],
  [425, true],
  [429, true],
  [503, true],
])("after a call without a usable answer and status %i a later one may succeed: %s", (status, may) => {
  expect(isTemporary(status)).toBe(may);
});
