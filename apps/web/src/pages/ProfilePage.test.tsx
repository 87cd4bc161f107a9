import {
  getDeletionRequest,
  getMe,
  getProfile,
  login,
  type OwnDeletionRequest,
  refresh,
  requestConfirmation,
  requestDeletion,
  requestPasswordReset,
  resetPassword,
  takeBackDeletion,
  verifyResetCode,
} from "@cairn/contract";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import {
  answer,
  holdBack,
  member,
  noDeletionRequest,
  refusal,
  sentTo,
  server,
  silence,
} from "@tests/support/web/fake-api.ts";
import { closedGate } from "@tests/support/web/gate.ts";
import { emptyJournal } from "@tests/support/web/journal.ts";
import { sampleProfile, serveProfile } from "@tests/support/web/profile-answers.ts";
import { renderApp, storeSession } from "@tests/support/web/renderApp.tsx";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { readJournal } from "../lib/forms/journal.ts";

const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const photoCard = () => screen.getByRole("region", { name: "Photo" });
const form = () => screen.getByRole("form", { name: "Profile" });
const chips = () =>
  within(screen.getByRole("list", { name: "Your interests" }))
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

async function openProfile() {
  const { user, unmount } = renderApp("/profile");
  await screen.findByLabelText("Full Name");
  return { user, unmount, save: () => user.click(screen.getByRole("button", { name: "Save" })) };
}

function choosePhoto(type = "image/png") {
  const photo = new File(["picture"], "me.png", { type });
  fireEvent.change(screen.getByLabelText("Photo file"), { target: { files: [photo] } });
}

beforeEach(emptyJournal);

describe("without a token", () => {
  test("it shows 'Please log in to view your profile.', links to the login screen and makes no call", async () => {
    const { asked } = serveProfile();
    renderApp("/profile");
    expect((await screen.findByRole("alert")).textContent).toBe("Please log in to view your profile.");
    const main = within(screen.getByRole("main"));
    expect(main.getByRole("link", { name: "Log In" })).toHaveProperty("pathname", "/login");
    expect(asked.times).toBe(0);
  });

  test("Save shows 'Please log in to update your profile.' and sends nothing", async () => {
    storeSession();
    const { saved } = serveProfile();
    const { user, save } = await openProfile();
    await user.type(box("Full Name"), " II");
    window.localStorage.removeItem("access_token");
    await save();
    expect((await screen.findByRole("alert")).textContent).toBe("Please log in to update your profile.");
    expect(saved).toEqual([]);
  });
});

describe("the profile of a member", () => {
  beforeEach(() => storeSession());

  test("shows the title, all fields, and the email that can't be changed", async () => {
    serveProfile();
    await openProfile();
    expect(screen.getByRole("heading", { level: 1, name: "Profile" })).toBeDefined();
    expect(document.title).toBe("Profile · Cairn");
    expect(box("Full Name").value).toBe("Amina Yusuf");
    expect(box("Email")).toMatchObject({ value: "amina@cairn.test", readOnly: true });
    expect(box("Password")).toMatchObject({ value: "", type: "password" });
    expect(box("Bio").value).toBe("I test forms with a keyboard first.");
    expect(box("Social links").value).toBe("https://github.com/aminayusuf");
    expect(chips()).toEqual(["Full-Stack", "DevOps"]);
    expect(within(photoCard()).getByRole("button", { name: "Upload Photo" })).toBeDefined();
    expect(
      screen.getByText("Please note that to delete your account will be checked with our admin"),
    ).toBeDefined();
  });

  test("sends name, bio, social links and interests, shows the server's message and is fetched again", async () => {
    const { saved, asked } = serveProfile({ message: "Saved, Amina" });
    const { user, save } = await openProfile();
    await user.type(box("Full Name"), " II ");
    await user.type(box("Bio"), " Always.");
    await user.type(box("Social links"), "{Enter}a.example/amina");
    await save();
    expect(await screen.findByText("Saved, Amina")).toBeDefined();
    expect(saved).toEqual([
      {
        name: "Amina Yusuf II",
        bio: "I test forms with a keyboard first. Always.",
        social_links: JSON.stringify([
          { label: "Code", url: "https://github.com/aminayusuf" },
          { label: "", url: "a.example/amina" },
        ]),
        interests: '["Full-Stack","DevOps"]',
      },
    ]);
    expect(asked.times).toBe(2);
    expect(box("Full Name").value).toBe("Amina Yusuf II");
    expect(await readJournal({ owner: 7, form: "member-profile" })).toBeUndefined();
  });

  test("without a server message it shows 'Profile updated successfully'", async () => {
    serveProfile({ message: "" });
    const { save } = await openProfile();
    await save();
    expect(await screen.findByText("Profile updated successfully")).toBeDefined();
  });

  test("a changed name shows in the navigation", async () => {
    let name = "Amina Yusuf";
    serveProfile();
    server.use(answer(getMe, () => HttpResponse.json({ ...member, name })));
    const { user, save } = await openProfile();
    const banner = screen.getByRole("banner");
    await within(banner).findByText("AY");
    name = "Zola Brandt";
    await user.clear(box("Full Name"));
    await user.type(box("Full Name"), name);
    await save();
    expect(await within(banner).findByText("ZB")).toBeDefined();
  });

  test("a refusal shows the server's error; the input stays", async () => {
    serveProfile({ refuse: () => refusal("storage_full") });
    const { user, save } = await openProfile();
    await user.type(box("Full Name"), " II");
    await save();
    expect((await within(form()).findByRole("alert")).textContent).toBe(
      "There is no space for new content right now. Please try again later.",
    );
    expect(box("Full Name").value).toBe("Amina Yusuf II");
  });

  test.each([
    ["an answer with a message alone", () => HttpResponse.json({ message: "Nope" }, { status: 400 })],
    ["an answer nobody understands", () => new HttpResponse("Bad gateway", { status: 502 })],
    ["no connection", silence],
  ])("with %s it shows 'Failed to update profile'", async (_case, refuse) => {
    serveProfile({ refuse });
    const { save } = await openProfile();
    await save();
    expect((await within(form()).findByRole("alert")).textContent).toContain("Failed to update profile");
  });

  test("the server's message about a field shows beside it, once, and the field gets the focus", async () => {
    const problem = "must be web addresses of at most 300 characters";
    const details = [{ field: "social_links", problem }];
    serveProfile({ refuse: () => refusal("invalid_input", { error: problem, details }) });
    const { save } = await openProfile();
    await save();
    expect(await screen.findAllByText(problem)).toHaveLength(1);
    expect(box("Social links").getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(box("Social links"));
  });

  test.each([
    ["Full Name", "", "Please enter your full name."],
    ["Bio", "x".repeat(2001), "Use at most 2,000 characters."],
    ["Social links", "ask me", "“ask” is not a web address."],
  ])("%s is checked before anything is sent", async (label, text, problem) => {
    const { saved } = serveProfile();
    const { user, save } = await openProfile();
    await user.clear(box(label));
    if (text) {
      await user.click(box(label));
      await user.paste(text);
    }
    await save();
    expect(screen.getByText(problem)).toBeDefined();
    expect(document.activeElement).toBe(box(label));
    expect(saved).toEqual([]);
  });

  test("can't be sent twice, and input during the call stays", async () => {
    const gate = closedGate();
    const { saved } = serveProfile({ ready: gate.opened });
    const { user } = await openProfile();
    await user.type(box("Full Name"), " II{Enter}{Enter}");
    const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Saving..." });
    expect(button.disabled).toBe(true);
    await user.type(box("Bio"), " Always.");
    gate.open();
    await screen.findByText("Profile updated successfully");
    expect(saved).toHaveLength(1);
    expect(box("Bio").value).toBe("I test forms with a keyboard first. Always.");
  });

  test("Cancel resets the fields to the last loaded values and changes nothing stored", async () => {
    const { saved } = serveProfile();
    const { user } = await openProfile();
    await user.type(box("Full Name"), " II");
    await user.clear(box("Bio"));
    await user.clear(box("Social links"));
    await user.click(screen.getByRole("button", { name: "Remove DevOps" }));
    await user.type(box("Password"), "stone on stone");
    choosePhoto();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(box("Full Name").value).toBe("Amina Yusuf");
    expect(box("Bio").value).toBe("I test forms with a keyboard first.");
    expect(box("Social links").value).toBe("https://github.com/aminayusuf");
    expect(chips()).toEqual(["Full-Stack", "DevOps"]);
    expect(box("Password").value).toBe("");
    expect(photoCard().querySelector("img")).toBeNull();
    expect(saved).toEqual([]);
    expect(await readJournal({ owner: 7, form: "member-profile" })).toBeUndefined();
  });

  test("a password is never sent, and Save says once that it was not changed", async () => {
    const { saved } = serveProfile();
    const { user, save } = await openProfile();
    await user.type(box("Password"), "stone on stone");
    await save();
    expect(await screen.findByText(/^Your password was not changed\./)).toBeDefined();
    expect(Object.keys(saved[0] ?? {})).not.toContain("password");
    expect(box("Password").value).toBe("");
    await save();
    await waitFor(() => expect(saved).toHaveLength(2));
    await screen.findByText("Profile updated successfully");
    expect(screen.queryByText(/^Your password was not changed\./)).toBeNull();
  });

  test("a button sends the code at once, and the screens of the code lead back to the profile", async () => {
    serveProfile();
    const asked = sentTo(requestPasswordReset, () => HttpResponse.json({ message: "" }));
    server.use(
      answer(verifyResetCode, () => HttpResponse.json({ message: "Code accepted" })),
      answer(resetPassword, () => HttpResponse.json({ message: "Password changed" })),
      answer(login, () =>
        HttpResponse.json({ access_token: "a", refresh_token: "r", role: "User", user_id: 7 }),
      ),
    );
    window.localStorage.setItem("resetCode", "OLD123");
    const { user } = await openProfile();
    await user.click(await screen.findByRole("button", { name: "Change your password" }));
    await screen.findByRole("heading", { level: 1, name: "Change your password" });
    expect(window.location.pathname).toBe("/code");
    expect(asked).toEqual([{ identifier: "amina@cairn.test" }]);
    expect(window.localStorage.getItem("resetCode")).toBeNull();
    expect(screen.getByText(/^We sent you a code\. Check amina@cairn\.test/)).toBeDefined();
    expect(screen.getByRole("link", { name: "Your profile" })).toHaveProperty("pathname", "/profile");

    await user.type(box("Code"), "AB2C3D{Enter}");
    await user.type(await screen.findByLabelText("New password"), "stone on stone");
    expect(screen.getByRole("heading", { level: 1, name: "Change your password" })).toBeDefined();
    await user.type(box("Confirm password"), "stone on stone{Enter}");
    await screen.findByText("Your password is changed. Log in with the new one.");
    expect(box("Email").value).toBe("amina@cairn.test");
    await user.type(box("Password"), "stone on stone{Enter}");
    await screen.findByRole("heading", { level: 1, name: "Profile" });
  });

  test("unsaved changes are restored after a reload, but never a password", async () => {
    serveProfile();
    const first = await openProfile();
    await first.user.type(box("Full Name"), " II");
    await first.user.click(screen.getByRole("button", { name: "Remove DevOps" }));
    await first.user.type(box("Password"), "stone on stone");
    first.unmount();
    const { user } = await openProfile();
    expect(await screen.findByText(/^Your unsent work is back/)).toBeDefined();
    expect(box("Full Name").value).toBe("Amina Yusuf II");
    expect(chips()).toEqual(["Full-Stack"]);
    expect(box("Password").value).toBe("");
    const kept = await readJournal({ owner: 7, form: "member-profile" });
    expect(JSON.stringify(kept)).not.toContain("stone on stone");
    await user.click(screen.getByRole("button", { name: "Discard" }));
    expect(box("Full Name").value).toBe("Amina Yusuf");
  });
});

describe("the photo", () => {
  beforeEach(() => storeSession());

  test("shows before it is saved, is sent with Save, and only when one was chosen", async () => {
    const { saved } = serveProfile();
    const { save } = await openProfile();
    await save();
    await screen.findByText("Profile updated successfully");
    expect(saved[0]?.avatar).toBeUndefined();
    choosePhoto();
    await waitFor(() => expect(photoCard().querySelector("img")?.getAttribute("src")).toBe("blob:file"));
    expect(saved).toHaveLength(1);
    await save();
    await screen.findByText("Profile updated successfully");
    expect(saved[1]?.avatar).toMatchObject({ type: "image/png", size: 7 });
  });

  test("is replaced by a placeholder when it does not load", async () => {
    serveProfile({ profile: sampleProfile({ avatar_url: "/media/gone.webp" }) });
    await openProfile();
    const photo = photoCard().querySelector("img");
    expect(photo?.getAttribute("src")).toBe("/media/gone.webp");
    if (photo) fireEvent.error(photo);
    expect(within(photoCard()).getByRole("img", { name: "The photo could not be shown" })).toBeDefined();
  });

  test("of another kind is refused before it is sent", async () => {
    serveProfile();
    await openProfile();
    choosePhoto("image/gif");
    expect(screen.getByText("Choose a JPEG or PNG picture.")).toBeDefined();
    expect(photoCard().querySelector("img")).toBeNull();
  });

  test("shows the server's reason for a refusal below it", async () => {
    serveProfile({ refuse: () => refusal("picture_too_large") });
    const { save } = await openProfile();
    choosePhoto();
    await save();
    expect(
      await screen.findAllByText(
        "This picture has too many pixels. Save it with 40 million at most, such as 8,000 by 5,000, and send that.",
      ),
    ).toHaveLength(1);
  });
});

describe("interests", () => {
  beforeEach(() => storeSession());

  test("become chips on Enter, comma and leaving the box, and are saved with the rest", async () => {
    const { saved } = serveProfile();
    const { user, save } = await openProfile();
    await user.type(box("Interests"), "Rust{Enter}Go,Zig");
    await save();
    expect(chips()).toEqual(["Full-Stack", "DevOps", "Rust", "Go", "Zig"]);
    await screen.findByText("Profile updated successfully");
    expect(saved).toHaveLength(1);
    expect(saved[0]?.interests).toBe('["Full-Stack","DevOps","Rust","Go","Zig"]');
  });

  test("are removed by keyboard, and the focus moves to the next one", async () => {
    serveProfile({ profile: sampleProfile({ interests: ["A", "B", "C"] }) });
    const { user } = await openProfile();
    await user.click(box("Interests"));
    await user.keyboard("{Backspace}");
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Remove C" }));
    await user.keyboard("{ArrowLeft}{Delete}");
    expect(chips()).toEqual(["A", "C"]);
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Remove C" }));
    await user.keyboard("{Enter}");
    await user.keyboard("{Backspace}");
    expect(screen.queryByRole("list", { name: "Your interests" })).toBeNull();
    expect(document.activeElement).toBe(box("Interests"));
  });

  test("are limited to ten", async () => {
    const ten = Array.from({ length: 10 }, (_, index) => `Interest ${index + 1}`);
    serveProfile({ profile: sampleProfile({ interests: ten }) });
    const { user } = await openProfile();
    await user.type(box("Interests"), "Rust{Enter}");
    expect(screen.getByText("10 at most. Remove one first.")).toBeDefined();
    expect(chips()).toEqual(ten);
    expect(box("Interests").value).toBe("Rust");
  });
});

describe("an email", () => {
  beforeEach(() => storeSession());

  test("that is not confirmed can get its link again", async () => {
    serveProfile({ profile: sampleProfile({ email_confirmed: false }) });
    const gate = holdBack(requestConfirmation, () => HttpResponse.json({ message: "We sent you a link." }));
    const { user } = await openProfile();
    await user.dblClick(await screen.findByRole("button", { name: "Send the confirmation link again" }));
    gate.open();
    expect(await screen.findByText("We sent you a link.")).toBeDefined();
    expect(gate.calls()).toBe(1);
  });

  test("that is not confirmed says so when its link can't be sent", async () => {
    serveProfile({ profile: sampleProfile({ email_confirmed: false }) });
    server.use(answer(requestConfirmation, silence));
    const { user } = await openProfile();
    await user.click(screen.getByRole("button", { name: "Send the confirmation link again" }));
    expect(await screen.findByText("The link could not be sent. Please try again.")).toBeDefined();
  });

  test("that is confirmed says so and offers no link", async () => {
    serveProfile();
    await openProfile();
    expect(screen.getByText("Confirmed.")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Send the confirmation link again" })).toBeNull();
  });
});

describe("the request to delete the account", () => {
  beforeEach(() => storeSession());

  async function askedFor(reason: string) {
    serveProfile();
    const sent = sentTo(requestDeletion, () =>
      HttpResponse.json({ message: "Deletion requested" }, { status: 201 }),
    );
    const { user } = await openProfile();
    await user.click(screen.getByRole("button", { name: "Request deletion" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Request deletion?" }));
    expect(sent).toEqual([]);
    if (reason) await user.type(dialog.getByLabelText("Reason (optional)"), reason);
    await user.click(dialog.getByRole("button", { name: "Request deletion" }));
    return sent;
  }

  test("asks for confirmation, accepts a reason and confirms its arrival", async () => {
    const sent = await askedFor("I am leaving the school.");
    expect(await screen.findByText("Your request has reached our admins.")).toBeDefined();
    expect(sent).toEqual([{ posts: "keep", reason: "I am leaving the school." }]);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.queryByRole("button", { name: "Request deletion" })).toBeNull();
  });

  test("needs no reason", async () => {
    const sent = await askedFor("");
    await screen.findByText("Your request has reached our admins.");
    expect(sent).toEqual([{ posts: "keep" }]);
  });

  test("says whether posts and comments stay", async () => {
    serveProfile();
    const sent = sentTo(requestDeletion, () =>
      HttpResponse.json({ message: "Deletion requested" }, { status: 201 }),
    );
    const { user } = await openProfile();
    await user.click(screen.getByRole("button", { name: "Request deletion" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("radio", { name: "Remove them" }));
    await user.click(dialog.getByRole("button", { name: "Request deletion" }));
    await screen.findByText("Your request has reached our admins.");
    expect(sent).toEqual([{ posts: "withdraw" }]);
  });

  test("shows until when an approved one can be taken back, and takes it back", async () => {
    serveProfile();
    let request: OwnDeletionRequest = {
      state: "approved",
      posts: "keep",
      created_at: "2026-11-01T09:30:00.000Z",
      erased_at: "2026-11-20T09:30:00.000Z",
      refusal: null,
    };
    server.use(
      answer(getDeletionRequest, () => HttpResponse.json(request)),
      answer(takeBackDeletion, () => {
        request = noDeletionRequest;
        return HttpResponse.json({ message: "Deletion request taken back" });
      }),
    );
    const { user } = await openProfile();
    expect((await screen.findByText(/^Your account will be erased on/)).textContent).toContain("2026");
    expect(screen.queryByRole("button", { name: "Request deletion" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Take the request back" }));
    expect(await screen.findByRole("button", { name: "Request deletion" })).toBeDefined();
    expect(screen.queryByText(/will be erased/)).toBeNull();
  });

  test("that was refused says why, and can be made again", async () => {
    serveProfile();
    const refused = {
      ...noDeletionRequest,
      state: "refused",
      refusal: "Your exam is still running.",
    } as const;
    server.use(answer(getDeletionRequest, () => HttpResponse.json(refused)));
    await openProfile();
    expect(await screen.findByText("Your exam is still running.")).toBeDefined();
    expect(screen.getByRole("button", { name: "Request deletion" })).toBeDefined();
  });

  test("can be canceled", async () => {
    const { saved } = serveProfile();
    const { user } = await openProfile();
    await user.click(screen.getByRole("button", { name: "Request deletion" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Cancel" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(saved).toEqual([]);
  });

  test("that fails says so and keeps the reason", async () => {
    serveProfile();
    server.use(answer(requestDeletion, silence));
    const { user } = await openProfile();
    await user.click(screen.getByRole("button", { name: "Request deletion" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.type(dialog.getByLabelText("Reason (optional)"), "Bye");
    await user.click(dialog.getByRole("button", { name: "Request deletion" }));
    expect(await dialog.findByText("Your request could not be sent. Please try again.")).toBeDefined();
    expect(dialog.getByLabelText<HTMLTextAreaElement>("Reason (optional)").value).toBe("Bye");
  });
});

describe("a profile that can't be loaded", () => {
  beforeEach(() => storeSession());

  test("shows 'Failed to load profile' and can be tried again", async () => {
    server.use(answer(getProfile, () => refusal("not_allowed")));
    const { user } = renderApp("/profile");
    expect((await screen.findByRole("alert")).textContent).toBe("Failed to load profile");
    serveProfile();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByLabelText("Full Name")).toBeDefined();
  });

  test("shows 'Session expired. Please log in again.' when it is refused even with a fresh token", async () => {
    server.use(
      answer(getProfile, () => refusal("session_ended")),
      answer(refresh, () => HttpResponse.json({ access_token: "access-2" })),
    );
    renderApp("/profile");
    expect((await screen.findByRole("alert")).textContent).toBe("Session expired. Please log in again.");
    const main = within(screen.getByRole("main"));
    expect(main.getByRole("link", { name: "Log In" })).toHaveProperty("pathname", "/login");
  });

  test("ends at the login screen, which says so, when the session can't be refreshed", async () => {
    server.use(
      answer(getProfile, () => refusal("session_ended")),
      answer(refresh, () => refusal("session_ended")),
    );
    renderApp("/profile");
    await screen.findByRole("heading", { name: "Log In" });
    expect(screen.getByRole("alert").textContent).toBe("Session expired. Please log in again.");
  });
});
