import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { forgetKept } from "../../../apps/web/src/lib/device/since.ts";
import { currentQueryClient } from "../../../apps/web/src/lib/query-client.ts";
import { arrive } from "../../../apps/web/src/lib/session/session.ts";
import { toasts } from "../../../apps/web/src/ui/toast-store.ts";
import { server } from "./fake-api.ts";
import { forgetPrograms } from "./fake-program.ts";
import { forgetSockets } from "./fake-socket.ts";
import { emptyDatabases, restoreBrowser } from "./jsdom.ts";
import { patience } from "./patience.ts";

// The files of a worker share the page and every module that they import. So what one of them leaves behind, the next
// one finds, in whatever order they run: each test and each file ends with what a new page would have.

// No test opens a real socket. A mock holds for one file, and only this module runs for each.
vi.mock("socket.io-client", async () => ({ Manager: (await import("./fake-socket.ts")).FakeManager }));

// jsdom runs no worker.
vi.mock("../../../apps/web/src/lib/code/run-program.ts", async () => ({
  runProgram: (await import("./fake-program.ts")).program,
  programSeconds: 5,
}));

// jsdom has no tracks of text; tests/journeys/watching.ts has the player.
vi.mock("../../../apps/web/src/features/content/watching/Player.tsx", () => ({ Player: () => null }));

configure({ asyncUtilTimeout: patience });

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));

beforeEach(() => {
  // jsdom has no layout, and says so on every call.
  vi.spyOn(window, "scrollTo").mockImplementation(() => {});
});

afterEach(() => {
  cleanup();
  // The live line stays for a moment after the screen that held it.
  window.dispatchEvent(new Event("pagehide"));
  forgetSockets();
  forgetPrograms();
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  server.resetHandlers();
  server.events.removeAllListeners();
  // The sessions of all tests bear the same token, so nothing else would tell their answers apart.
  currentQueryClient().clear();
  toasts.set([]);
  window.localStorage.clear();
  window.sessionStorage.clear();
  window.history.replaceState(null, "", "/");
});

afterAll(async () => {
  // Code that is still on its way would fail to load between two files, and a lazy component never tries again.
  await vi.dynamicImportSettled();
  arrive();
  forgetKept();
  server.close();
  restoreBrowser();
  await emptyDatabases();
});
