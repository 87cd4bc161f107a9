import { storageKeys } from "@cairn/contract";
import { readItem, removeItem, writeItem } from "./storage.ts";

export const themes = ["System", "Light", "Dark"] as const;
export type Theme = (typeof themes)[number];

const keyOf = (theme: Theme) => theme.toLowerCase();

/** What was chosen on this device; System if nothing was. */
export const readTheme = (): Theme =>
  themes.find((theme) => keyOf(theme) === readItem(storageKeys.theme)) ?? "System";

/** Chooses it for this device and shows it at once; later pages show it as they start (main.tsx, app/start.js). */
export function chooseTheme(theme: Theme) {
  const { dataset } = document.documentElement;
  if (theme === "System") {
    removeItem(storageKeys.theme);
    delete dataset.theme;
  } else {
    writeItem(storageKeys.theme, keyOf(theme));
    dataset.theme = keyOf(theme);
  }
}
