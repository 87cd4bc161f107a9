import { createStore } from "../lib/store.ts";

export interface Toast {
  id: number;
  text: string;
  /** `note`: nothing was done, and nothing failed. An error stays until it is closed. */
  kind: "done" | "note" | "error";
  action?: { label: string; onAction: () => void };
}

export const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

/**
 * Shows a brief message, and returns its id. For messages that belong to a page or
 * form, use Alert.
 */
export function toast(text: string, options: Partial<Pick<Toast, "kind" | "action">> = {}): number {
  lastId += 1;
  toasts.set([...toasts.get(), { kind: "done", ...options, text, id: lastId }]);
  return lastId;
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((shown) => shown.id !== id));
}
