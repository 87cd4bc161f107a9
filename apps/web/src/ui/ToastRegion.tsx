import { Check, X } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import "./toast.css";
import { currentToasts, dismissToast, subscribeToasts, type Toast } from "./toast-store.ts";

const lifetime = 5000;
const none: readonly Toast[] = [];

/** Once per app, at its root: the place where `toast()` speaks. */
export function ToastRegion() {
  const toasts = useSyncExternalStore(subscribeToasts, currentToasts, () => none);
  return (
    <div className="toasts" role="status">
      {toasts.map((shown) => (
        <ToastCard key={shown.id} toast={shown} />
      ))}
    </div>
  );
}

function ToastCard({ toast: { id, text, kind, action } }: { toast: Toast }) {
  const [held, setHeld] = useState(false);

  useEffect(() => {
    // Whoever points at it or has focus in it is reading; the time starts anew when they leave.
    if (kind === "error" || held) return;
    const timer = setTimeout(() => dismissToast(id), lifetime);
    return () => clearTimeout(timer);
  }, [id, kind, held]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens whether someone is there
    <div
      className="toast"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={`toast-sign is-${kind}`}>
        {kind === "error" ? <X size={15} /> : <Check size={15} />}
      </span>
      {text}
      <span className="toast-end">
        {action && (
          <button
            type="button"
            className="toast-action"
            onClick={() => {
              dismissToast(id);
              action.onAction();
            }}
          >
            {action.label}
          </button>
        )}
        <button
          type="button"
          className="toast-close"
          aria-label="Close message"
          onClick={() => dismissToast(id)}
        >
          <X size={16} />
        </button>
      </span>
    </div>
  );
}
