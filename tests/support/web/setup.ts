// jsdom has no IndexedDB.
import "fake-indexeddb/auto";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { currentQueryClient } from "../../../apps/web/src/lib/query-client.ts";
import { server } from "./fake-api.ts";
import "./layout.ts";
// No test opens a real socket.
import { forgetSockets } from "./fake-socket.ts";

// Screens are loaded when they are first shown, and a busy machine takes its time over that.
configure({ asyncUtilTimeout: 10_000 });

// jsdom has no CSS object; user-event wants this part of it for radio buttons.
vi.stubGlobal("CSS", { escape: (text: string) => text.replace(/[^\w-]/g, (sign) => `\\${sign}`) });

// jsdom has no layout, so nothing scrolls.
Element.prototype.scrollIntoView = () => {};

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterAll(() => server.close());

beforeEach(() => {
  // jsdom has no layout, and says so on every call.
  vi.spyOn(window, "scrollTo").mockImplementation(() => {});
});

afterEach(() => {
  cleanup();
  // The live line stays for a moment after the screen that held it.
  window.dispatchEvent(new Event("pagehide"));
  forgetSockets();
  vi.useRealTimers();
  vi.restoreAllMocks();
  server.resetHandlers();
  // The sessions of all tests bear the same token, so nothing else would tell their answers apart.
  currentQueryClient().clear();
  window.localStorage.clear();
  window.sessionStorage.clear();
  window.history.replaceState(null, "", "/");
});
