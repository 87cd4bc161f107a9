import { getProfile } from "@cairn/contract";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { answer, refusal, server } from "@tests/support/web/fake-api.ts";
import { emptyJournal } from "@tests/support/web/journal.ts";
import { sampleProfile, serveProfile } from "@tests/support/web/profile-answers.ts";
import { renderApp } from "@tests/support/web/renderApp.tsx";
import { signInAsWriter } from "@tests/support/web/writing-answers.ts";
import type { DefaultBodyType, HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { readJournal } from "../lib/forms/journal.ts";

const profile = sampleProfile({
  name: "Daniel Mensah",
  email: "writer@cairn.test",
  bio: "",
  social_links: [],
  interests: [],
});

const serve = (refuse?: () => HttpResponse<DefaultBodyType>) => serveProfile({ profile, refuse }).saved;

const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

async function openProfile() {
  const alerts = vi.spyOn(window, "alert").mockImplementation(() => {});
  const { user, unmount } = renderApp("/tech-writer-profile");
  await screen.findByLabelText("Full Name");
  return { user, unmount, alerts, save: () => user.click(screen.getByRole("button", { name: "Save" })) };
}

beforeEach(emptyJournal);

describe("the writer's profile", () => {
  beforeEach(signInAsWriter);

  test("shows the name, the email that can't be changed, an empty password and the note", async () => {
    serve();
    await openProfile();
    expect(box("Full Name").value).toBe("Daniel Mensah");
    expect(box("Email Address")).toMatchObject({ value: "writer@cairn.test", disabled: true });
    expect(box("Password")).toMatchObject({ value: "", type: "password" });
    expect(document.querySelector("[autocomplete=username]")).toMatchObject({ value: "writer@cairn.test" });
    expect(
      screen.getByText("Please note that to delete your account will be checked with our admin"),
    ).toBeDefined();
  });

  test("saves the languages that the writer reads, where they changed", async () => {
    const saved = serve();
    const { user, save } = await openProfile();
    await user.click(await screen.findByRole("checkbox", { name: "العربية" }));
    await user.click(screen.getByRole("checkbox", { name: "English" }));
    await save();
    await waitFor(() => expect(saved).toEqual([{ name: "Daniel Mensah", languages: "en,ar" }]));
  });

  test("saves bio and links, as the author page shows them, by a button of their own", async () => {
    const saved = serve();
    const { user, alerts } = await openProfile();
    await user.type(await screen.findByLabelText("Bio"), "I stack stones.");
    await user.type(screen.getByLabelText("Social links"), "no address");
    const button = screen.getByRole("button", { name: "Save bio and links" });
    await user.click(button);
    expect(await screen.findByText("“no” is not a web address.")).toBeDefined();
    await user.clear(screen.getByLabelText("Social links"));
    await user.type(screen.getByLabelText("Social links"), "https://stones.example");
    await user.click(button);
    await screen.findByText("Profile updated successfully");
    expect(saved[0]).toMatchObject({
      name: "Daniel Mensah",
      bio: "I stack stones.",
      social_links: JSON.stringify([{ label: "", url: "https://stones.example" }]),
    });
    expect(alerts).not.toHaveBeenCalled();
  });

  test("saves the name without an empty password, confirms it in an alert and loads it again", async () => {
    const saved = serve();
    const { user, alerts, save } = await openProfile();
    await user.type(box("Full Name"), " II");
    await save();
    await waitFor(() => expect(alerts).toHaveBeenCalledWith("Profile updated successfully!"));
    expect(saved).toEqual([{ name: "Daniel Mensah II" }]);
    expect(box("Full Name").value).toBe("Daniel Mensah II");
  });

  test("sends the password when it is filled, and empties the field", async () => {
    const saved = serve();
    const { user, alerts, save } = await openProfile();
    await user.type(box("Password"), "stone on stone");
    await save();
    await waitFor(() => expect(alerts).toHaveBeenCalled());
    expect(saved[0]?.password).toBe("stone on stone");
    expect(box("Password").value).toBe("");
  });

  test("a chosen photo shows at once and is sent with Save", async () => {
    const saved = serve();
    const { alerts, save } = await openProfile();
    const photo = new File(["png"], "me.png", { type: "image/png" });
    fireEvent.change(screen.getByLabelText("Photo file"), { target: { files: [photo] } });
    const card = screen.getByRole("region", { name: "Photo" });
    await waitFor(() => expect(card.querySelector("img")?.getAttribute("src")).toBe("blob:file"));
    expect(saved).toEqual([]);
    await save();
    await waitFor(() => expect(alerts).toHaveBeenCalled());
    expect(saved[0]?.avatar).toMatchObject({ type: "image/png", size: 3 });
  });

  test("accepts no other kind of photo", async () => {
    serve();
    await openProfile();
    const photo = new File(["gif"], "me.gif", { type: "image/gif" });
    fireEvent.change(screen.getByLabelText("Photo file"), { target: { files: [photo] } });
    expect(screen.getByText("Choose a JPEG or PNG picture.")).toBeDefined();
    expect(screen.getByRole("region", { name: "Photo" }).querySelector("img")).toBeNull();
  });

  test("a failure is an alert; the input stays, with the server's message beside its field", async () => {
    const problem = "Use 8 or more characters.";
    serve(() => refusal("invalid_input", { details: [{ field: "password", problem }] }));
    const { user, alerts, save } = await openProfile();
    await user.type(box("Full Name"), " II");
    await user.type(box("Password"), "short");
    await save();
    await waitFor(() => expect(alerts).toHaveBeenCalledWith("Failed to update profile."));
    expect(box("Full Name").value).toBe("Daniel Mensah II");
    expect(screen.getByText(problem)).toBeDefined();
    expect(box("Password").getAttribute("aria-invalid")).toBe("true");
  });

  test("Cancel restores the loaded values and changes nothing", async () => {
    const saved = serve();
    const { user } = await openProfile();
    await user.type(box("Full Name"), " II");
    await user.type(box("Password"), "stone on stone");
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(box("Full Name").value).toBe("Daniel Mensah");
    expect(box("Password").value).toBe("");
    expect(saved).toEqual([]);
  });

  test("unsaved input is restored, but never a password", async () => {
    serve();
    const first = await openProfile();
    await first.user.type(box("Full Name"), " II");
    await first.user.type(box("Password"), "stone on stone");
    first.unmount();
    await openProfile();
    expect(await screen.findByText(/^Your unsent work is back/)).toBeDefined();
    expect(box("Full Name").value).toBe("Daniel Mensah II");
    expect(box("Password").value).toBe("");
    const kept = await readJournal({ owner: 7, form: "profile" });
    expect(JSON.stringify(kept)).not.toContain("stone on stone");
  });

  test("a profile that can't be loaded is only logged, and the fields stay empty", async () => {
    const log = vi.spyOn(console, "warn").mockImplementation(() => {});
    server.use(answer(getProfile, () => refusal("not_allowed")));
    await openProfile();
    expect(box("Full Name").value).toBe("");
    expect(screen.queryByRole("alert")).toBeNull();
    expect(log).toHaveBeenCalledWith("Your profile could not be loaded.", expect.anything());
  });
});
