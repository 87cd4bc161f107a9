import "./styles/index.css";
import { storageKeys } from "@cairn/contract";
import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { App } from "./app/App.tsx";
import { loadScreens } from "./app/routes.tsx";
import { watchLoadErrors } from "./app/ScreenBoundary.tsx";
import { readItem } from "./lib/storage.ts";

const app = (
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>
);

/** In milliseconds. */
const signAfter = 200;

/** In transitions React works in slices, so that a press or a key in between need not wait for all of it. */
async function start(root: HTMLElement) {
  watchLoadErrors();
  // A page with a script of its own has done so before its first paint (app/start.js).
  const theme = readItem(storageKeys.theme);
  if (theme !== null) document.documentElement.dataset.theme = theme;
  // A failed load surfaces when the screen renders, which then offers a reload.
  const screens = loadScreens(window.location.pathname).catch(() => {});
  if (root.hasAttribute("data-prerendered")) {
    await screens;
    startTransition(() => void hydrateRoot(root, app));
  } else {
    // A sign of loading that is shown stays for a while (React's 300 ms), so code that is as good as there goes first.
    await Promise.race([screens, new Promise((resolve) => setTimeout(resolve, signAfter))]);
    startTransition(() => createRoot(root).render(app));
  }
  // Every link works without it.
  const { watchLinks } = await import("./app/next-page.ts").catch(() => ({ watchLinks: () => {} }));
  watchLinks();
  if (import.meta.env.PROD)
    void import("./app/device.ts").then(({ joinDevice }) => joinDevice()).catch(() => {});
}

const root = document.getElementById("root");
if (root) void start(root);
