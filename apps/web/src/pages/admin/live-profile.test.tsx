import { changeProfile, getProfile } from "@cairn/contract";
import { screen, waitFor } from "@testing-library/react";
import { openLive } from "@tests/support/web/admin-live.ts";
import { answer, refusal } from "@tests/support/web/fake-api.ts";
import { HttpResponse } from "msw";
import { describe, expect, test, vi } from "vitest";

const profile = {
  name: "Grace Wanjiku",
  email: "admin@cairn.test",
  bio: "",
  avatar_url: null,
  avatar_small_url: null,
  social_links: [],
  interests: [],
};

describe("a verified admin's profile", () => {
  test("is the admin's own, and Save stores the name, the password and the languages; the email stays", async () => {
    const alert = vi.spyOn(window, "alert").mockImplementation(() => {});
    const sent: unknown[] = [];
    const { user } = await openLive(
      "/admin-profile",
      answer(getProfile, () => HttpResponse.json(profile)),
      answer(changeProfile, async ({ request }) => {
        sent.push(Object.fromEntries(await request.formData()));
        return HttpResponse.json({ message: "Profile updated successfully", ...profile });
      }),
    );
    expect(await screen.findByLabelText("Email")).toHaveProperty("readOnly", true);
    expect(screen.getByLabelText("Email")).toHaveProperty("value", "admin@cairn.test");
    await user.type(screen.getByLabelText("Name"), " Otieno");
    await user.type(screen.getByLabelText("Password"), "stone on stone");
    await user.click(screen.getByRole("checkbox", { name: "العربية" }));
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(alert.mock.calls).toEqual([["Profile updated successfully!"]]));
    expect(sent).toEqual([{ name: "Grace Wanjiku Otieno", password: "stone on stone", languages: "ar" }]);
  });

  test("says why it was not saved, and keeps the input", async () => {
    const alert = vi.spyOn(window, "alert").mockImplementation(() => {});
    const { user } = await openLive(
      "/admin-profile",
      answer(getProfile, () => HttpResponse.json(profile)),
      answer(changeProfile, () =>
        refusal("invalid_input", {
          error: "Password is too short.",
          details: [{ field: "password", problem: "is too short" }],
        }),
      ),
    );
    await user.type(await screen.findByLabelText("Password"), "short");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Password is too short.")).toBeDefined();
    expect(screen.getByLabelText("Password")).toHaveProperty("value", "short");
    expect(alert).not.toHaveBeenCalled();
  });
});
