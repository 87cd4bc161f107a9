export interface Toast {
  id: number;
  text: string;
  /** An error stays until it is closed. */
  kind: "done" | "error";
  action?: { label: string; onAction: () => void };
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Says in passing that something was done, or failed. Messages that belong to a page or form are Alerts. */
export function toast(text: string, options: Partial<Pick<Toast, "kind" | "action">> = {}): void {
  lastId += 1;
  change([...toasts, { kind: "done", ...options, text, id: lastId }]);
}

export function dismissToast(id: number): void {
  change(toasts.filter((shown) => shown.id !== id));
}

export const currentToasts = () => toasts;

export function subscribeToasts(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
