import { getContent, logout, requestConfirmation } from "@cairn/contract";
import { act, screen, waitFor, within } from "@testing-library/react";
import { sampleDetail } from "@tests/support/web/content-samples.ts";
import { answer, holdBack, server, silence } from "@tests/support/web/fake-api.ts";
import { closedGate } from "@tests/support/web/gate.ts";
import { answerPost } from "@tests/support/web/post-answers.ts";
import { noSession, renderApp, storedSession, storeSession } from "@tests/support/web/renderApp.tsx";
import { HttpResponse } from "msw";
import { describe, expect, test, vi } from "vitest";
import { exits } from "../lib/session/exits.ts";

const heading = (name: string | RegExp) => screen.findByRole("heading", { level: 1, name });

const goBack = () => act(() => window.history.back());

function scrollPageTo(offset: number) {
  act(() => {
    Object.assign(window, { scrollY: offset });
    window.dispatchEvent(new Event("scroll"));
  });
}

describe("the map", () => {
  test("an unknown address has its own screen, which search engines do not index", async () => {
    renderApp("/no/such/place");
    await heading("Page not found");
    expect(document.title).toBe("Page not found · Cairn");
    expect(document.querySelector('meta[name="robots"]')?.getAttribute("content")).toBe("noindex");
  });

  test("/admin/dashboard leads to the admins' dashboard", async () => {
    storeSession({ role: "Admin" });
    renderApp("/admin/dashboard");
    await waitFor(() => expect(window.location.pathname).toBe("/adminsdashboard"));
  });
});

describe("the guards", () => {
  test("a visitor is sent to the login screen with the reason", async () => {
    renderApp("/techwriterdashboard");
    await heading("Log In");
    expect(screen.getByRole("alert").textContent).toBe("Please log in to access this page");
    expect(window.location.pathname).toBe("/login");
  });

  test("a member of another role is sent to their own dashboard without a message", async () => {
    storeSession({ role: "Admin" });
    renderApp("/usersdashboard");
    await waitFor(() => expect(window.location.pathname).toBe("/adminsdashboard"));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("a logout in another tab closes the dashboard in this one", async () => {
    storeSession();
    renderApp("/usersdashboard");
    await screen.findByRole("heading", { level: 1 });
    window.localStorage.clear();
    act(() => window.dispatchEvent(new StorageEvent("storage", { key: "user_role" })));
    await heading("Log In");
    expect(screen.getByRole("alert").textContent).toBe("Please log in to access this page");
  });
});

describe("logging out", () => {
  const goodbye = () => HttpResponse.json({ message: "Logged out" });

  test("takes a member past the landing page to the login screen, so that Back shows no signed-in screen", async () => {
    const bearers: (string | null)[] = [];
    server.use(
      answer(logout, ({ request }) => {
        bearers.push(request.headers.get("authorization"));
        return goodbye();
      }),
    );
    storeSession();
    window.history.pushState(null, "", "/register");
    window.history.pushState(null, "", "/");
    const { user } = renderApp("/usersdashboard");
    await user.click(await screen.findByRole("button", { name: "Logout" }));
    await heading("Log In");
    expect(screen.queryByRole("alert")).toBeNull();
    expect(storedSession()).toEqual(noSession);
    await waitFor(() => expect(bearers).toEqual(["Bearer refresh-1"]));

    goBack();
    await waitFor(() => expect(window.location.pathname).toBe("/"));
    await heading(/^Explore/);
    goBack();
    await heading("Register");
  });

  test.each([
    ["Admin", "/adminsdashboard"],
    ["TechWriter", "/techwriterdashboard"],
    ["TechWriter", "/usersdashboard"],
    ["User", "/admin-home"],
    ["User", "/content"],
  ])("ends at the landing page for role %s on %s", async (role, screenOf) => {
    server.use(answer(logout, goodbye));
    storeSession({ role });
    const { user } = renderApp(screenOf);
    const [button] = await screen.findAllByRole("button", { name: "Logout" });
    if (button) await user.click(button);
    await waitFor(() => expect(window.location.pathname).toBe("/"));
    expect(storedSession()).toEqual(noSession);
  });

  test("asks first on a phone", async () => {
    server.use(answer(logout, goodbye));
    vi.spyOn(window, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList);
    storeSession();
    const { user } = renderApp("/feedpage");
    await user.click(await screen.findByRole("button", { name: "Logout" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Log out?" }));
    expect(storedSession()).not.toEqual(noSession);
    await user.click(dialog.getByRole("button", { name: "Log out" }));
    await heading("Log In");
    expect(storedSession()).toEqual(noSession);
  });

  test("does not wait for the server, which may not answer", async () => {
    const gate = holdBack(logout, () => silence());
    storeSession();
    const { user } = renderApp("/usersdashboard");
    await user.click(await screen.findByRole("button", { name: "Logout" }));
    await heading("Log In");
    expect(storedSession()).toEqual(noSession);
    gate.open();
  });
});

describe("a session that a call finds ended", () => {
  test("leads to the login screen with its own message, not the guard's", async () => {
    storeSession();
    renderApp("/usersdashboard");
    await screen.findByRole("button", { name: "Logout" });
    act(() => exits.sessionLost());
    await heading("Log In");
    expect(screen.getByRole("alert").textContent).toBe("Session expired. Please log in again.");
    expect(storedSession()).toEqual(noSession);
  });

  test("a call that suggests logging in leads there with its message", async () => {
    renderApp("/forgot-password");
    await heading("Forgot your password?");
    act(() => exits.loginSuggested("Please log in first."));
    await heading("Log In");
    expect(screen.getByRole("alert").textContent).toBe("Please log in first.");
  });
});

test("a call that waits for a confirmed email offers to send the link again", async () => {
  server.use(answer(requestConfirmation, () => HttpResponse.json({ message: "We sent you a link." })));
  storeSession();
  const { user } = renderApp("/home");
  act(() => exits.emailUnconfirmed("Please confirm your email first."));
  expect(await screen.findByText("Please confirm your email first.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Send the confirmation link again" }));
  expect(await screen.findByText("We sent you a link.")).toBeTruthy();
});

describe("moving from screen to screen", () => {
  test("puts the focus on the new heading and announces the new title", async () => {
    const { user } = renderApp("/login");
    await heading("Log In");
    const announcer = screen.getByRole("status");
    expect(announcer.textContent).toBe("");
    expect(document.activeElement).toBe(document.body);

    await user.click(screen.getByRole("link", { name: "Register" }));
    const title = await heading("Register");
    await waitFor(() => expect(document.activeElement).toBe(title));
    expect(announcer.textContent).toBe("Register · Cairn");
  });

  test.each([
    ["takes the focus", false],
    ["leaves the focus where the reader has moved it meanwhile", true],
  ])("a heading that comes later is announced and %s", async (_, goesOn) => {
    const gate = closedGate();
    answerPost(sampleDetail({ title: "Spot the phish" }));
    server.use(answer(getContent, () => gate.opened));
    window.history.pushState(null, "", "/posts/4");
    window.history.pushState(null, "", "/");
    const { user } = renderApp("/login");
    await heading("Log In");
    const announcer = screen.getByRole("status");
    goBack();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
    expect(announcer.textContent).toBe("");
    if (goesOn) await user.click(document.body).then(() => user.tab());
    const elsewhere = document.activeElement;

    gate.open();
    const title = await heading("Spot the phish");
    await waitFor(() => expect(announcer.textContent).toBe("Spot the phish · Cairn"));
    expect(document.activeElement).toBe(goesOn ? elsewhere : title);
  });

  test("starts a new screen at its top, and Back restores the scroll position of the last one", async () => {
    const scrollTo = vi.mocked(window.scrollTo);
    const { user } = renderApp("/login");
    await heading("Log In");
    scrollPageTo(480);
    await user.click(screen.getByRole("link", { name: "Register" }));
    await heading("Register");
    expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
    goBack();
    await heading("Log In");
    expect(scrollTo).toHaveBeenLastCalledWith(0, 480);
  });

  test("returns to the top of a page that was never scrolled", async () => {
    const scrollTo = vi.mocked(window.scrollTo);
    const { user } = renderApp("/login");
    await heading("Log In");
    await user.click(screen.getByRole("link", { name: "Register" }));
    await heading("Register");
    scrollPageTo(480);
    scrollTo.mockClear();
    goBack();
    await heading("Log In");
    expect(scrollTo.mock.calls).toEqual([[0, 0]]);
  });

  test("keeps what the address names in view while the page settles, until the reader does something", async () => {
    const intoView = vi.fn();
    const grow: (() => void)[] = [];
    vi.stubGlobal(
      "ResizeObserver",
      class {
        constructor(whenResized: () => void) {
          this.observe = (element) => void (element === document.body && grow.push(whenResized));
        }
        observe: (element: Element) => void;
        disconnect() {
          grow.length = 0;
        }
        unobserve() {}
      },
    );
    renderApp("/login#late");
    await heading("Log In");
    const late = document.createElement("p");
    late.id = "late";
    late.scrollIntoView = intoView;
    document.body.append(late);
    for (const whenResized of [...grow]) whenResized();
    for (const whenResized of [...grow]) whenResized();
    expect(intoView.mock.calls).toEqual([[undefined], [{ block: "nearest" }]]);
    window.dispatchEvent(new WheelEvent("wheel"));
    expect(grow).toEqual([]);
    late.remove();
    vi.unstubAllGlobals();
  });

  test("leaves links within a page to the browser, whatever the stored scroll position", async () => {
    renderApp("/login");
    await heading("Log In");
    scrollPageTo(120);
    const scrollTo = vi.mocked(window.scrollTo);
    scrollTo.mockClear();
    const main = document.getElementById("main");
    const intoView = vi.fn();
    if (main) main.scrollIntoView = intoView;
    for (const times of [1, 2]) {
      act(() => {
        window.location.hash = "#main";
      });
      await waitFor(() => expect(intoView).toHaveBeenCalledTimes(times));
      expect(scrollTo).not.toHaveBeenCalled();
      scrollPageTo(480);
      goBack();
      await waitFor(() => expect(scrollTo.mock.calls).toEqual([[0, 120]]));
      scrollPageTo(120);
      scrollTo.mockClear();
    }
  });
});
