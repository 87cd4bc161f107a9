import { endSession, listSessions, type Session } from "@cairn/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { answer, refusal, server, silence } from "@tests/support/web/fake-api.ts";
import { emptyJournal } from "@tests/support/web/journal.ts";
import { serveProfile } from "@tests/support/web/profile-answers.ts";
import { renderApp, storeSession } from "@tests/support/web/renderApp.tsx";
import { signInAsWriter } from "@tests/support/web/writing-answers.ts";
import { HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import { formatDay } from "../../lib/time/dates.ts";

const session = (more: Partial<Session>): Session => ({
  id: "0b5f6c1e-52cf-4a4e-9a0f-3f6c3c0a9d01",
  current: false,
  user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
  created_at: new Date(Date.now() - 3.5 * 86_400_000).toISOString(),
  last_used_at: new Date(Date.now() - 5.5 * 60_000).toISOString(),
  ...more,
});

const here = session({ id: "0b5f6c1e-52cf-4a4e-9a0f-3f6c3c0a9d02", current: true, user_agent: null });
const there = session({});

/** Sessions that can be ended; tells which were. */
function serveSessions(refuse?: () => HttpResponse<null>) {
  const ended: unknown[] = [];
  let open = [here, there];
  server.use(
    answer(listSessions, () => HttpResponse.json({ items: open, next: null })),
    answer(endSession, ({ params }) => {
      ended.push(params.id);
      if (refuse) return refuse();
      open = open.filter(({ id }) => id !== params.id);
      return HttpResponse.json({ message: "Session ended" });
    }),
  );
  return ended;
}

const card = () => screen.findByRole("region", { name: "Where you are signed in" });
const endButton = async () =>
  within(await card()).findByRole<HTMLButtonElement>("button", { name: /^End this session/ });

beforeEach(async () => {
  await emptyJournal();
  storeSession();
  serveProfile();
});

test("a member sees each session's browser and times, and which one is this", async () => {
  serveSessions();
  renderApp("/profile");
  const rows = await within(await card()).findAllByRole("listitem");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    `An unknown browserThis browserIn use now, signed in 3 days ago (${formatDay(here.created_at)})`,
    `Firefox on LinuxLast used 5 minutes ago, signed in 3 days ago (${formatDay(there.created_at)})End this session`,
  ]);
});

test("another session can be ended and leaves the list; the current one has no such button", async () => {
  const ended = serveSessions();
  const { user } = renderApp("/profile");
  await user.dblClick(await endButton());
  await waitFor(async () => expect(within(await card()).getAllByRole("listitem")).toHaveLength(1));
  expect(ended).toEqual([there.id]);
  expect(screen.getByText("Session ended: Firefox on Linux")).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Where you are signed in" }));
  expect(screen.queryByRole("button", { name: /^End this session/ })).toBeNull();
});

test("a session that had ended by itself leaves the list as well", async () => {
  serveSessions(() => {
    server.use(answer(listSessions, () => HttpResponse.json({ items: [here], next: null })));
    return refusal("session_not_found") as HttpResponse<null>;
  });
  const { user } = renderApp("/profile");
  await user.click(await endButton());
  await waitFor(async () => expect(within(await card()).getAllByRole("listitem")).toHaveLength(1));
});

test("a session that can't be ended says so and stays", async () => {
  serveSessions(silence);
  const { user } = renderApp("/profile");
  await user.click(await endButton());
  expect(await screen.findByText("The session could not be ended. Please try again.")).toBeDefined();
  expect((await endButton()).disabled).toBe(false);
});

test("a list that can't be loaded says so in its section, and can be tried again", async () => {
  server.use(answer(listSessions, () => refusal("not_allowed")));
  const { user } = renderApp("/profile");
  await within(await card()).findByText("Your sessions could not be loaded.");
  expect(screen.getByLabelText("Full Name")).toBeDefined();
  serveSessions();
  await user.click(within(await card()).getByRole("button", { name: "Try again" }));
  expect(await endButton()).toBeDefined();
});

test("a writer sees them on the profile of the studio", async () => {
  signInAsWriter();
  serveSessions();
  renderApp("/tech-writer-profile");
  expect(await endButton()).toBeDefined();
});
