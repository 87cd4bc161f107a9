import {
  changeSettings,
  defaultSite,
  getSettings,
  listProviders,
  putLogo,
  type SiteSettings,
} from "@cairn/contract";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { openLive } from "@tests/support/web/admin-live.ts";
import { answer, refusal, sentTo } from "@tests/support/web/fake-api.ts";
import { HttpResponse } from "msw";
import { expect, test } from "vitest";

const settings = (more: Partial<SiteSettings> = {}): SiteSettings => ({
  ...defaultSite,
  logo_url: null,
  joining: "open",
  domains: [],
  audience: "everyone",
  captions_required: false,
  groups: [],
  fixed: [],
  ...more,
});
const open = (more: Partial<SiteSettings> = {}) =>
  openLive(
    "/admin/settings",
    answer(getSettings, () => HttpResponse.json(settings(more))),
  );
const saving = () => sentTo(changeSettings, () => HttpResponse.json(settings({ name: "Oak Academy" })));

test("the name is saved, and stands in the preview as it is typed", async () => {
  const sent = saving();
  const { user } = await open();
  const name = await screen.findByLabelText("Name");
  await user.clear(name);
  await user.type(name, "Oak Academy");
  expect(within(screen.getByRole("figure", { name: "Preview" })).getByText("Oak Academy")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Save the look" }));
  await screen.findByText(/^Saved\./);
  expect(sent).toEqual([{ name: "Oak Academy", tagline: defaultSite.tagline, accent: defaultSite.accent }]);
});

test("a colour that is too light is refused before it is sent, with one that is not", async () => {
  const sent = saving();
  const { user } = await open();
  fireEvent.change(await screen.findByLabelText("Colour"), { target: { value: "#ffee00" } });
  await user.click(screen.getByRole("button", { name: "Save the look" }));
  expect(screen.getByRole("alert").textContent).toMatch(/too light to read as text.*#[0-9a-f]{6}$/);
  expect(sent).toEqual([]);
});

test("what the server sets is shown and cannot be changed, and is not sent", async () => {
  const sent = saving();
  const { user } = await open({ name: "Elm School", joining: "invitation", fixed: ["name", "joining"] });
  expect(await screen.findByLabelText("Name")).toMatchObject({ value: "Elm School", disabled: true });
  expect(screen.getByLabelText("New accounts")).toMatchObject({ value: "invitation", disabled: true });
  await user.click(screen.getByRole("button", { name: "Save the look" }));
  await waitFor(() => expect(sent).toEqual([{ tagline: defaultSite.tagline, accent: defaultSite.accent }]));
});

test("who may join is chosen, with the domains where they count", async () => {
  const sent = saving();
  const { user } = await open();
  await user.selectOptions(
    await screen.findByLabelText("New accounts"),
    "People with a school email address",
  );
  await user.click(screen.getByRole("button", { name: "Save who may join" }));
  expect(screen.getByRole("alert").textContent).toBe("Please enter at least one domain.");
  await user.type(screen.getByLabelText("Email domains"), "school.example, oak.example");
  await user.click(screen.getByRole("button", { name: "Save who may join" }));
  await waitFor(() =>
    expect(sent).toEqual([{ joining: "domains", domains: ["school.example", "oak.example"] }]),
  );
});

test("captions can be required", async () => {
  const sent = saving();
  const { user } = await open();
  await user.click(await screen.findByLabelText("Films and recordings need captions"));
  await waitFor(() => expect(sent).toEqual([{ captions_required: true }]));
});

test("a logo that is refused leaves the one before, and says why", async () => {
  const { user } = await openLive(
    "/admin/settings",
    answer(getSettings, () => HttpResponse.json(settings())),
    answer(putLogo, () => refusal("file_type_refused", { error: "This is a PDF." })),
  );
  await user.upload(
    await screen.findByLabelText("Choose a logo"),
    new File(["x"], "logo.png", { type: "image/png" }),
  );
  expect(await screen.findByText("This is a PDF.")).toBeDefined();
});

test("groups of a provider of the school's give roles, and an empty row is left out", async () => {
  const sent = saving();
  const { user } = await openLive(
    "/admin/settings",
    answer(getSettings, () => HttpResponse.json(settings())),
    answer(listProviders, () =>
      HttpResponse.json({
        items: [
          { id: "google", name: "Google" },
          { id: "school", name: "Springfield School" },
        ],
      }),
    ),
  );
  for (const name of ["teachers", ""]) {
    await user.click(await screen.findByRole("button", { name: "Add a group" }));
    const row = screen.getAllByRole("group", { name: /^Group \d/ }).at(-1) as HTMLElement;
    const offered = within(within(row).getByLabelText("Provider")).getAllByRole("option");
    expect(offered.map(({ textContent }) => textContent)).toEqual(["Springfield School"]);
    if (name) await user.type(within(row).getByLabelText("Group"), name);
  }
  await user.click(screen.getByRole("button", { name: "Save the groups" }));
  await waitFor(() =>
    expect(sent).toEqual([{ groups: [{ provider: "school", group: "teachers", role: "TechWriter" }] }]),
  );
});

test("a site without a provider of its own has no table of groups", async () => {
  await open();
  expect(await screen.findByLabelText("Name")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Add a group" })).toBeNull();
});
