import { createStore } from "../store.ts";

/** Of browsers that can install a site; not in the standard. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

/** The browser's offer to install the site; null where it makes none, or the site is installed. */
export const installOffer = createStore<InstallOffer | null>(null);

/** Keeps the offer until the reader asks for it: the browser's own banner stays away. */
export function watchInstallOffers() {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    installOffer.set(event as InstallOffer);
  });
  window.addEventListener("appinstalled", () => installOffer.set(null));
}
