import { register } from "@cairn/contract";
import { act, screen, waitFor } from "@testing-library/react";
import { answer, refusal, sentTo, server } from "@tests/support/web/fake-api.ts";
import { fill } from "@tests/support/web/fill.ts";
import { noSession, renderApp, storedSession } from "@tests/support/web/renderApp.tsx";
import { HttpResponse } from "msw";
import { expect, test, vi } from "vitest";

const tokens = { access_token: "access-1", refresh_token: "refresh-1", role: "User", user_id: 7 };

async function openRegister() {
  const { user } = renderApp("/register");
  await screen.findByRole("heading", { level: 1, name: "Register" });
  return user;
}
type User = Awaited<ReturnType<typeof openRegister>>;

const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const button = () => screen.getByRole<HTMLButtonElement>("button", { name: /^Regist/ });

async function fillIn(
  user: User,
  { role = "User", email = "amina@cairn.test", confirmation = "walk-the-trail" } = {},
) {
  await fill(user, field("Full Name"), "Amina Yusuf");
  await fill(user, field("Email"), email);
  if (role) await user.click(screen.getByRole("radio", { name: role }));
  await fill(user, field("Password"), "walk-the-trail");
  await fill(user, field("Confirm Password"), confirmation);
}

test("has the spec's words, fields and roles, with browser autofill", async () => {
  await openRegister();
  expect(document.title).toBe("Register · Cairn");
  expect(screen.getByText("Verified tech insights, stories and inspirations")).toBeDefined();
  expect(field("Full Name").autocomplete).toBe("name");
  expect(field("Email")).toMatchObject({ type: "email", autocomplete: "email", required: true });
  expect(field(/^Phone/)).toMatchObject({ type: "tel", autocomplete: "tel", required: false });
  expect(screen.getAllByRole("radio").map((radio) => radio.closest("label")?.textContent)).toEqual([
    "Admin",
    "Tech Writer",
    "User",
  ]);
  expect(field("Password")).toMatchObject({ type: "password", autocomplete: "new-password" });
  expect(field("Confirm Password")).toMatchObject({ type: "password", autocomplete: "new-password" });
  expect(screen.getByRole("link", { name: "Log In" })).toHaveProperty("pathname", "/login");
});

test.each([
  ["Admin", "Admin", "/adminsdashboard"],
  ["Tech Writer", "TechWriter", "/techwriterdashboard"],
  ["User", "User", "/usersdashboard"],
])(
  "registering as %s stores the session and leads to that role's dashboard",
  async (label, role, dashboard) => {
    const sent = sentTo(register, () => HttpResponse.json({ ...tokens, role }, { status: 201 }));
    const user = await openRegister();
    await fillIn(user, { role: label });
    await user.keyboard("{Enter}");

    await waitFor(() => expect(window.location.pathname).toBe(dashboard));
    expect(storedSession()).toMatchObject({
      accessToken: "access-1",
      refreshToken: "refresh-1",
      role,
      userId: "7",
    });
    expect(sent).toEqual([
      { name: "Amina Yusuf", email: "amina@cairn.test", role, password: "walk-the-trail" },
    ]);
  },
);

test("an email at an internationalised domain is sent as it was typed", async () => {
  const sent = sentTo(register, () => HttpResponse.json(tokens, { status: 201 }));
  const user = await openRegister();
  await fillIn(user, { email: "amina@münchen.example" });
  await user.click(button());
  await waitFor(() => expect(window.location.pathname).toBe("/usersdashboard"));
  expect(sent).toEqual([expect.objectContaining({ email: "amina@münchen.example" })]);
});

test("a phone number is sent when it is given", async () => {
  let phone: unknown;
  server.use(
    answer(register, async ({ request }) => {
      ({ phone } = (await request.json()) as { phone?: string });
      return refusal("unavailable");
    }),
  );
  const user = await openRegister();
  await fillIn(user);
  await user.type(field(/^Phone/), " +254 700 000 000 ");
  await user.click(button());
  await screen.findByRole("alert");
  expect(phone).toBe("+254 700 000 000");
});

test("every field but the phone is required, and nothing is sent without it", async () => {
  const user = await openRegister();
  await user.click(button());
  await screen.findByText("Please select a role");
  expect(screen.getAllByRole("alert").map((alert) => alert.textContent)).toEqual([
    "Please enter your full name.",
    "Please enter your email.",
    "Please select a role",
    "Please choose a password.",
    "Please confirm your password.",
  ]);
  expect(document.activeElement).toBe(field("Full Name"));
});

test("the email must look like one and the password have 8 characters", async () => {
  const user = await openRegister();
  await user.type(field("Full Name"), "   ");
  await user.type(field("Email"), "amina@cairn");
  await user.type(field("Password"), "short");
  await user.click(button());
  expect(await screen.findByText("Please enter a valid email address.")).toBeDefined();
  expect(screen.getByText("Please enter your full name.")).toBeDefined();
  expect(field("Password").getAttribute("aria-invalid")).toBe("true");
});

test("different passwords are reported on leaving the field, until they match", async () => {
  const user = await openRegister();
  await user.type(field("Password"), "walk-the-trail");
  await user.type(field("Confirm Password"), "walk-the-tra");
  expect(screen.queryByText("Passwords do not match")).toBeNull();
  await user.tab();
  expect(await screen.findByText("Passwords do not match")).toBeDefined();
  await user.type(field("Confirm Password"), "il");
  await waitFor(() => expect(screen.queryByText("Passwords do not match")).toBeNull());
  await user.type(field("Password"), "s");
  await user.click(button());
  expect(await screen.findByText("Passwords do not match")).toBeDefined();
});

test("a taken email is reported, and 3 seconds later the login screen shows", async () => {
  server.use(answer(register, () => refusal("email_taken", { suggestion: "login", error: "Taken" })));
  const user = await openRegister();
  await fillIn(user);
  const later = vi.spyOn(window, "setTimeout");
  await user.click(button());
  const text = "Email already registered. Please log in or use a different email.";
  expect((await screen.findByRole("alert")).textContent).toBe(text);
  expect(window.location.pathname).toBe("/register");

  const [goOn] = later.mock.calls.find(([, delay]) => delay === 3000) ?? [];
  act(() => goOn?.());
  expect(window.location.pathname).toBe("/login");
});

test("fields that the server refuses show the reason beside them, and the input stays", async () => {
  const problem = "This password is too common.";
  server.use(
    answer(register, () =>
      refusal("invalid_input", { error: problem, details: [{ field: "password", problem }] }),
    ),
  );
  const user = await openRegister();
  await fillIn(user);
  await user.click(button());
  expect((await screen.findByRole("alert")).textContent).toBe(problem);
  expect(field("Password")).toMatchObject({ value: "walk-the-trail" });
  expect(field("Password").getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(field("Password"));
});

test.each([
  [{ error: "The register is closed today." }, "The register is closed today."],
  [{ error: undefined, message: "Come back tomorrow." }, "Come back tomorrow."],
  [{ error: undefined }, "Registration failed"],
])("a failure %j shows %j", async (more, text) => {
  server.use(answer(register, () => refusal("unavailable", more)));
  const user = await openRegister();
  await fillIn(user);
  await user.click(button());
  expect(await screen.findByText(text)).toBeDefined();
  expect(button().disabled).toBe(false);
});

test("an unknown role is refused, and its tokens are not stored", async () => {
  server.use(answer(register, () => HttpResponse.json({ ...tokens, role: "" }, { status: 201 })));
  const user = await openRegister();
  await fillIn(user);
  await user.click(button());
  expect((await screen.findByRole("alert")).textContent).toBe("Unknown role");
  expect(storedSession()).toEqual(noSession);
});
