import { watchInstallOffers } from "../lib/device/install.ts";
import { changeOwner } from "../lib/device/kept-store.ts";
import { tellWorker } from "../lib/device/worker.ts";
import { readSession, subscribeSession } from "../lib/session/session.ts";
import { trustedScript } from "../lib/trusted-script.ts";

const workerPath = "/sw.js";

/** Registers the service worker once the page is loaded, and says who uses this device (docs/rules.md#stored-on-the-device). */
export async function joinDevice(): Promise<void> {
  // Browsers without a worker, or with a closed storage, read with the network alone.
  if (!("serviceWorker" in navigator) || typeof indexedDB === "undefined") return;
  watchInstallOffers();
  await loaded();
  await sayOwner();
  subscribeSession(() => void sayOwner().catch(() => {}));
  await navigator.serviceWorker.register(trustedScript("cairn-device", workerPath));
  const { pathname, search } = window.location;
  if (!navigator.serviceWorker.controller) tellWorker({ task: "opened", path: pathname + search });
  keepSaved();
  subscribeSession(keepSaved);
}

/** For members only: a visitor's page loads no code for it. */
function keepSaved() {
  if (readSession().refreshToken === null) return;
  void import("./saved-on-device.ts").then(({ followSaved }) => followSaved()).catch(() => {});
}

const loaded = () =>
  new Promise<void>((resolve) => {
    const whenIdle = window.requestIdleCallback ?? ((task: () => void) => setTimeout(task, 200));
    const wait = () => whenIdle(() => resolve(), { timeout: 5_000 });
    if (document.readyState === "complete") wait();
    else window.addEventListener("load", wait, { once: true });
  });

const sayOwner = () => changeOwner(readSession().refreshToken === null ? null : readSession().userId);
