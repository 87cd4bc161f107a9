import { storageKeys } from "@cairn/contract";
import { render } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { BrowserRouter } from "react-router";
import { App } from "../../../apps/web/src/app/App.tsx";

/** The whole site in the browser's own history, opened at a path; `state` as a navigation would have left it. */
export function renderApp(path: string, { state }: { state?: unknown } = {}) {
  window.history.replaceState({ usr: state, key: "opened", idx: 0 }, "", path);
  const user = userEvent.setup();
  const view = render(
    <BrowserRouter>
      <App />
    </BrowserRouter>,
  );
  return { user, ...view };
}

/** Leaves a session in this device's storage; what is null is left out. */
export function storeSession({
  accessToken = "access-1" as string | null,
  refreshToken = "refresh-1" as string | null,
  role = "User" as string | null,
  userId = "7" as string | null,
} = {}) {
  const entries = {
    [storageKeys.accessToken]: accessToken,
    [storageKeys.refreshToken]: refreshToken,
    [storageKeys.userRole]: role,
    [storageKeys.userId]: userId,
  };
  for (const [key, value] of Object.entries(entries)) {
    if (value !== null) window.localStorage.setItem(key, value);
  }
}

export const storedSession = () => ({
  accessToken: window.localStorage.getItem(storageKeys.accessToken),
  refreshToken: window.localStorage.getItem(storageKeys.refreshToken),
  role: window.localStorage.getItem(storageKeys.userRole),
  userId: window.localStorage.getItem(storageKeys.userId),
});

export const noSession = { accessToken: null, refreshToken: null, role: null, userId: null };
