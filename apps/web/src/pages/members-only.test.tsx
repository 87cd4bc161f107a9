import { changeSettings, getSettings, login, type SiteSettings } from "@cairn/contract";
import { screen, waitFor } from "@testing-library/react";
import { openLive } from "@tests/support/web/admin-live.ts";
import { answer, sentTo, server } from "@tests/support/web/fake-api.ts";
import { renderApp, storeSession } from "@tests/support/web/renderApp.tsx";
import { HttpResponse } from "msw";
import { afterEach, beforeEach, expect, test } from "vitest";
import { markSignIn } from "../features/auth/SocialButtons.tsx";
import { showSite } from "../lib/site.ts";

const tokens = { access_token: "access-1", refresh_token: "refresh-1", role: "User", user_id: 7 };
const words = "Oak Academy is for its members. Log in to go on.";
const place = () => window.location.pathname + window.location.search;

beforeEach(() =>
  showSite({
    name: "Oak Academy",
    tagline: "",
    logo: null,
    joining: "open",
    audience: "members",
    pages: [],
  }),
);
afterEach(() => showSite(null));

test("leads a visitor from a screen to the log-in, says why, and leads back after it", async () => {
  server.use(answer(login, () => HttpResponse.json(tokens)));
  const { user } = renderApp("/saved?sort=new");
  expect(await screen.findByText(words)).toBeDefined();
  expect(place()).toBe("/login?from=%2Fsaved%3Fsort%3Dnew");
  await user.type(screen.getByLabelText("Email"), "amina@cairn.test");
  await user.type(screen.getByLabelText("Password"), "cairn-demo-1{Enter}");
  await waitFor(() => expect(place()).toBe("/saved?sort=new"));
});

test("leads a member on whom the server led to the log-in because it did not know them", async () => {
  storeSession({ role: "User", userId: "7" });
  renderApp("/login?from=%2Fsaved");
  await waitFor(() => expect(place()).toBe("/saved"));
});

test.each(["//elsewhere.example", "https://elsewhere.example/", "/login?from=/login"])(
  "leads nobody on to %s",
  async (from) => {
    storeSession({ role: "User", userId: "7" });
    renderApp(`/login?from=${encodeURIComponent(from)}`);
    expect(await screen.findByRole("heading", { level: 1, name: "Log In" })).toBeDefined();
  },
);

test("leads on after a sign-in by a provider too", async () => {
  markSignIn("/saved");
  renderApp("/auth/callback?access_token=access-9&refresh_token=refresh-9");
  await waitFor(() => expect(place()).toBe("/saved"));
});

test("shows a visitor a first page that leads to the log-in and to nothing that is closed", async () => {
  renderApp("/");
  expect(await screen.findByText(/What is on Oak Academy is for its members\./)).toBeDefined();
  expect(screen.queryByRole("link", { name: "Browse the library" })).toBeNull();
});

const settings: SiteSettings = {
  name: "Oak Academy",
  tagline: "",
  accent: "#06546a",
  logo_url: null,
  joining: "open",
  domains: [],
  audience: "everyone",
  captions_required: false,
  groups: [],
  fixed: [],
};

test("is closed by an admin, unless the server says who may see it", async () => {
  const sent = sentTo(changeSettings, () => HttpResponse.json({ ...settings, audience: "members" }));
  const { user } = await openLive(
    "/admin/settings",
    answer(getSettings, () => HttpResponse.json(settings)),
  );
  await user.click(await screen.findByLabelText("Members only"));
  await waitFor(() => expect(sent).toEqual([{ audience: "members" }]));
});

test("cannot be opened by an admin where the server says who may see it", async () => {
  await openLive(
    "/admin/settings",
    answer(getSettings, () => HttpResponse.json({ ...settings, audience: "members", fixed: ["audience"] })),
  );
  expect(await screen.findByLabelText("Members only")).toMatchObject({ checked: true, disabled: true });
});
