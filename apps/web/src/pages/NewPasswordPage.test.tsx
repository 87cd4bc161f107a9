import { resetPassword } from "@cairn/contract";
import { act, screen, waitFor, within } from "@testing-library/react";
import { answer, holdBack, refusal, sentTo, server, silence } from "@tests/support/web/fake-api.ts";
import { noSession, renderApp, storedSession, storeSession } from "@tests/support/web/renderApp.tsx";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";

async function openScreen(path = "/new-password") {
  const { user } = renderApp(path);
  await screen.findByRole("heading", { level: 1, name: /^Change (your p|P)assword$/ });
  return user;
}

const password = () => screen.getByLabelText<HTMLInputElement>("New password");
const confirmation = () => screen.getByLabelText<HTMLInputElement>("Confirm password");
const button = () => screen.getByRole<HTMLButtonElement>("button", { name: /^Chang/ });
const saved = (key: string) => window.localStorage.getItem(key);

async function choose(user: Awaited<ReturnType<typeof openScreen>>, first: string, second = first) {
  await user.type(password(), first);
  await user.type(confirmation(), `${second}{Enter}`);
}

/** Takes every password and tells what came. */
function acceptPasswords() {
  const sent = sentTo(resetPassword, () => HttpResponse.json({ message: "Password changed" }));
  return sent;
}

test("without a saved code it leads to /forgot-password", async () => {
  renderApp("/new-password");
  await screen.findByRole("heading", { name: "Forgot your password?" });
  expect(window.location.pathname).toBe("/forgot-password");
});

describe("with a saved code", () => {
  beforeEach(() => {
    window.localStorage.setItem("resetEmail", "amina@cairn.test");
    window.localStorage.setItem("resetCode", "AB2C3D");
  });

  test("has two required fields, each with its own toggle, and advises 8 or more characters", async () => {
    const user = await openScreen();
    expect(screen.getByText("Use 8 or more characters.")).toBeDefined();
    expect(screen.getByText("Step 3 of 3")).toBeDefined();
    expect(document.querySelector("[autocomplete=username]")).toMatchObject({ value: "amina@cairn.test" });
    for (const field of [password(), confirmation()]) {
      expect(field).toMatchObject({ type: "password", required: true, autocomplete: "new-password" });
      const box = field.parentElement;
      if (!box) throw new Error("The field has no box around it.");
      await user.click(within(box).getByRole("button", { name: "Show password" }));
      expect(field.type).toBe("text");
      await user.click(within(box).getByRole("button", { name: "Hide password" }));
      expect(field.type).toBe("password");
    }
  });

  test("sends code, new_password and confirm_password, clears the reset data and goes to the login screen", async () => {
    const sent = acceptPasswords();
    const user = await openScreen();
    await choose(user, "stone on stone");
    await screen.findByRole("heading", { name: "Log In" });
    expect(window.location.pathname).toBe("/login");
    expect(screen.getByText("Your password is changed. Log in with the new one.")).toBeDefined();
    expect(sent).toEqual([
      { code: "AB2C3D", new_password: "stone on stone", confirm_password: "stone on stone" },
    ]);
    expect([saved("resetEmail"), saved("resetCode")]).toEqual([null, null]);
  });

  test("ends the session of this browser, which the server has ended", async () => {
    storeSession();
    acceptPasswords();
    const user = await openScreen();
    await choose(user, "stone on stone");
    await screen.findByRole("heading", { name: "Log In" });
    expect(storedSession()).toEqual(noSession);
    expect(screen.queryByText("Please log in to access this page")).toBeNull();
  });

  test("shows 'Changing...' meanwhile and can't be sent twice", async () => {
    const gate = holdBack(resetPassword, () => HttpResponse.json({ message: "Password changed" }));
    const user = await openScreen();
    await choose(user, "stone on stone");
    await user.type(confirmation(), "{Enter}");
    await waitFor(() => expect(button().textContent).toBe("Changing..."));
    expect(button().disabled).toBe(true);
    gate.open();
    await screen.findByRole("heading", { name: "Log In" });
    expect(gate.calls()).toBe(1);
  });

  test.each([
    ["", "", "Please choose a password.", "Please confirm your password."],
    ["1234567", "1234567", "Use 8 or more characters.", null],
    ["x".repeat(129), "x".repeat(129), "Use at most 128 characters.", null],
    ["stone on stone", "stone in stone", null, "Passwords do not match"],
  ])("%j and %j are not sent", async (first, second, aboutFirst, aboutSecond) => {
    const sent = acceptPasswords();
    const user = await openScreen();
    if (first) {
      await user.click(password());
      await user.paste(first);
      await user.click(confirmation());
      await user.paste(second);
    }
    await user.click(button());
    const said = screen.getAllByRole("alert").map(({ textContent }) => textContent);
    expect(said).toEqual([aboutFirst, aboutSecond].filter(Boolean));
    expect(document.activeElement).toBe(aboutFirst ? password() : confirmation());
    expect(sent).toEqual([]);
  });

  test("a mismatch shows when the field is left and disappears as soon as it is corrected", async () => {
    const user = await openScreen();
    await user.type(password(), "stone on stone");
    await user.type(confirmation(), "stone on ston");
    await user.tab();
    expect(screen.getByText("Passwords do not match")).toBeDefined();
    await user.type(confirmation(), "e");
    expect(screen.queryByText("Passwords do not match")).toBeNull();
  });

  test.each([
    [
      "the server's error text",
      () => refusal("too_many_requests"),
      "Too many requests. Please wait a moment and try again.",
    ],
    [
      "its fallback",
      () => new HttpResponse("Bad gateway", { status: 502 }),
      "Failed to reset password. Please try again.",
    ],
    ["its fallback without a connection", silence, "Failed to reset password. Please try again."],
  ])("a failure shows %s and keeps what was typed", async (_case, failure, text) => {
    server.use(answer(resetPassword, failure));
    const user = await openScreen();
    await choose(user, "stone on stone");
    expect((await screen.findByRole("alert")).textContent).toContain(text);
    expect(password().value).toBe("stone on stone");
    expect(saved("resetCode")).toBe("AB2C3D");
  });

  test("the server's message about the password shows beside it, once", async () => {
    const problem = "This password is one of the commonest. Please choose another.";
    const details = [{ field: "new_password", problem }];
    server.use(answer(resetPassword, () => refusal("invalid_input", { error: problem, details })));
    const user = await openScreen();
    await choose(user, "password123");
    expect(await screen.findAllByText(problem)).toHaveLength(1);
    expect(password().getAttribute("aria-invalid")).toBe("true");
  });

  test("an expired code offers a new one", async () => {
    server.use(answer(resetPassword, () => refusal("code_invalid")));
    const user = await openScreen();
    await choose(user, "stone on stone");
    expect((await screen.findByRole("alert")).textContent).toBe("Invalid or expired code. Please try again.");
    await user.click(screen.getByRole("link", { name: "Ask for a new code" }));
    await screen.findByRole("heading", { name: "Forgot your password?" });
    expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("amina@cairn.test");
  });

  test("ends as soon as another tab has finished the reset", async () => {
    await openScreen();
    act(() => {
      window.localStorage.removeItem("resetCode");
      window.dispatchEvent(new StorageEvent("storage", { key: "resetCode" }));
    });
    await screen.findByRole("heading", { name: "Forgot your password?" });
  });
});

describe("opened by a mailed link", () => {
  test("uses the token as the code, and removes it from the address bar at once", async () => {
    window.localStorage.setItem("resetEmail", "somebody.else@cairn.test");
    const sent = acceptPasswords();
    const user = await openScreen("/new-password?token=a-token-of-43-characters");
    await waitFor(() => expect(window.location.href).toBe("http://localhost:3000/new-password"));
    expect(saved("resetCode")).toBe("a-token-of-43-characters");
    expect(saved("resetEmail")).toBeNull();
    expect(screen.queryByText(/^Step/)).toBeNull();
    expect(document.querySelector("[autocomplete=username]")).toBeNull();
    await choose(user, "stone on stone");
    await screen.findByRole("heading", { name: "Log In" });
    expect(sent).toMatchObject([{ code: "a-token-of-43-characters" }]);
  });

  test("still works after a reload", async () => {
    window.localStorage.setItem("resetCode", "a-token-of-43-characters");
    await openScreen();
    expect(screen.queryByText(/^Step/)).toBeNull();
  });
});
