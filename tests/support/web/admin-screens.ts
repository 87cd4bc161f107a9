import { getMe } from "@cairn/contract";
import { screen, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { answer, member, server } from "./fake-api.ts";
import { renderApp, storeSession } from "./renderApp.tsx";

let sessions = 0;

/** A new session each time, for the sample data last as long as one. */
export async function openAsAdmin(path: string) {
  sessions += 1;
  storeSession({ role: "Admin", refreshToken: `admin-session-${sessions}` });
  server.use(answer(getMe, () => HttpResponse.json({ ...member, role: "Admin", name: "Lerato Dube" })));
  const view = renderApp(path);
  await screen.findByRole("heading", { level: 1 });
  return view;
}

/** What a journey through the navigation does: the page stays, and with it what was changed. */
export async function goTo(user: Awaited<ReturnType<typeof openAsAdmin>>["user"], place: string) {
  const [link] = screen.getAllByRole("link", { name: place });
  if (!link) throw new Error(`The navigation has no ${place}`);
  await user.click(link);
  await screen.findByRole("heading", { level: 1, name: place === "Home" ? "Welcome, Admin" : place });
}

const bodyRows = () => within(screen.getByRole("table")).getAllByRole("row").slice(1);

export const rowOf = (text: string): HTMLElement => {
  const row = bodyRows().find(({ textContent }) => textContent?.includes(text));
  if (!row) throw new Error(`No row of the table says ${text}`);
  return row;
};

/** As it is read: avatars and icons are decoration. */
function readText(element: Element | undefined): string | null {
  const copy = element?.cloneNode(true) as Element | undefined;
  for (const decoration of copy?.querySelectorAll('[aria-hidden="true"]') ?? []) decoration.remove();
  return copy?.textContent ?? null;
}

/** The texts of one row, cell by cell. */
export const cellsOf = (row: HTMLElement) => within(row).getAllByRole("cell").map(readText);

/** What stands in one column, from top to bottom. */
export function columnOf(label: string) {
  const headers = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
  return bodyRows().map((row) => cellsOf(row)[headers.indexOf(label)]);
}

/** The newest lines of the activity, each with its time. */
export const activityLines = () =>
  within(screen.getByRole("region", { name: "Recent Activity" }))
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

/** Every call that leaves the browser from here on, by method and path. */
export function recordCalls(): string[] {
  const calls: string[] = [];
  server.events.on("request:start", ({ request }) => {
    calls.push(`${request.method} ${new URL(request.url).pathname}`);
  });
  return calls;
}
