import { requestPasswordReset, verifyResetCode } from "@cairn/contract";
import { act, screen, waitFor } from "@testing-library/react";
import { answer, holdBack, refusal, sentTo, server, silence } from "@tests/support/web/fake-api.ts";
import { renderApp } from "@tests/support/web/renderApp.tsx";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";

async function openCode() {
  const { user } = renderApp("/code");
  await screen.findByRole("heading", { level: 1, name: "We sent you a code" });
  return user;
}

const code = () => screen.getByLabelText<HTMLInputElement>("Code");
const next = () => screen.getByRole<HTMLButtonElement>("button", { name: /^(Next|Verifying)/ });
const saved = (key: string) => window.localStorage.getItem(key);

/** Takes every code and tells which came. */
function acceptCodes() {
  const sent = sentTo(verifyResetCode, () => HttpResponse.json({ message: "Code accepted" }));
  return sent;
}

test("without a saved email it leads to /forgot-password", async () => {
  renderApp("/code");
  await screen.findByRole("heading", { name: "Forgot your password?" });
  expect(window.location.pathname).toBe("/forgot-password");
});

describe("with a saved email", () => {
  beforeEach(() => window.localStorage.setItem("resetEmail", "amina@cairn.test"));

  test("shows where the code was sent, and accepts at most six characters", async () => {
    await openCode();
    expect(screen.getByText("Check amina@cairn.test for a code of up to 6 characters.")).toBeDefined();
    expect(code()).toMatchObject({ required: true, maxLength: 6, autocomplete: "one-time-code" });
    expect(screen.getByText("Step 2 of 3")).toBeDefined();
  });

  test("sends email and code, always in capitals, saves the code and continues", async () => {
    const sent = acceptCodes();
    const user = await openCode();
    await user.type(code(), "ab 2c3d{Enter}");
    await screen.findByRole("heading", { name: "Change Password" });
    expect(window.location.pathname).toBe("/new-password");
    expect(sent).toEqual([{ email: "amina@cairn.test", code: "AB2C3D" }]);
    expect(saved("resetCode")).toBe("AB2C3D");
    expect(saved("resetEmail")).toBe("amina@cairn.test");
  });

  test.each([
    ["  AB2C3D  ", "AB2C3D"],
    ["\n ab2c3d\n\nSee you on the trail", "ab2c3d"],
    ["AB2 C3D", "AB2C3D"],
  ])("of the pasted text %j it takes %j", async (text, taken) => {
    const user = await openCode();
    await user.click(code());
    await user.paste(text);
    expect(code().value).toBe(taken);
  });

  test("a pasted code replaces the typed one; a pasted part is inserted at the cursor", async () => {
    const user = await openCode();
    await user.type(code(), "XY");
    await user.paste("2C3");
    expect(code().value).toBe("XY2C3");
    await user.paste(" AB2C3D ");
    expect(code().value).toBe("AB2C3D");
  });

  test("without a code nothing is sent", async () => {
    const sent = acceptCodes();
    const user = await openCode();
    await user.click(next());
    expect(await screen.findByText("Please enter the code.")).toBeDefined();
    expect(sent).toEqual([]);
  });

  test("shows 'Verifying...' meanwhile, and can't be sent twice", async () => {
    const gate = holdBack(verifyResetCode, () => refusal("code_invalid"));
    const user = await openCode();
    await user.type(code(), "AB2C3D{Enter}{Enter}");
    await waitFor(() => expect(next().textContent).toBe("Verifying..."));
    expect(next().disabled).toBe(true);
    gate.open();
    await screen.findByRole("alert");
    expect(gate.calls()).toBe(1);
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
      "Invalid or expired code. Please try again.",
    ],
    ["its fallback without a connection", silence, "Invalid or expired code. Please try again."],
  ])("a refused code shows %s and stays in the box", async (_case, failure, text) => {
    server.use(answer(verifyResetCode, failure));
    const user = await openCode();
    await user.type(code(), "AB2C3E{Enter}");
    expect((await screen.findByRole("alert")).textContent).toContain(text);
    expect(code().value).toBe("AB2C3E");
    expect(document.activeElement).toBe(code());
    expect(saved("resetCode")).toBeNull();
  });

  test("Back clears the saved email and goes to /forgot-password", async () => {
    const user = await openCode();
    await user.click(screen.getByRole("button", { name: "Back" }));
    await screen.findByRole("heading", { name: "Forgot your password?" });
    expect(window.location.pathname).toBe("/forgot-password");
    expect(saved("resetEmail")).toBeNull();
  });

  test("an answer that comes after Back is ignored", async () => {
    const gate = holdBack(verifyResetCode, () => HttpResponse.json({ message: "Code accepted" }));
    const user = await openCode();
    await user.type(code(), "AB2C3D{Enter}");
    await user.click(screen.getByRole("button", { name: "Back" }));
    await screen.findByRole("heading", { name: "Forgot your password?" });
    gate.open();
    await gate.opened;
    expect(window.location.pathname).toBe("/forgot-password");
    expect(saved("resetCode")).toBeNull();
  });

  test("sends a new code to the same address, says so and empties the box", async () => {
    const sent = sentTo(requestPasswordReset, () => HttpResponse.json({ message: "" }));
    const user = await openCode();
    await user.type(code(), "OLD");
    await user.click(screen.getByRole("button", { name: "Send a new code" }));
    expect(await screen.findByText("A new code is on its way. Earlier ones no longer work.")).toBeDefined();
    expect(sent).toEqual([{ identifier: "amina@cairn.test" }]);
    expect(code().value).toBe("");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Send a new code" }).disabled).toBe(false);
  });

  test("a new code that can't be sent says so", async () => {
    server.use(answer(requestPasswordReset, silence));
    const user = await openCode();
    await user.click(screen.getByRole("button", { name: "Send a new code" }));
    expect(await screen.findByText("Failed to send reset code. Please try again.")).toBeDefined();
  });

  test("follows another tab: a new address, then none", async () => {
    await openCode();
    const inAnotherTab = (email: string | null) =>
      act(() => {
        if (email === null) window.localStorage.removeItem("resetEmail");
        else window.localStorage.setItem("resetEmail", email);
        window.dispatchEvent(new StorageEvent("storage", { key: "resetEmail" }));
      });
    inAnotherTab("grace@cairn.test");
    expect(screen.getByText(/^Check grace@cairn.test/)).toBeDefined();
    inAnotherTab(null);
    await screen.findByRole("heading", { name: "Forgot your password?" });
  });
});
