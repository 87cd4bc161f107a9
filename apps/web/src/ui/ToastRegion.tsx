import { Check, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useStore } from "../lib/store.ts";
import { cx } from "./cx.ts";
import * as kit from "./kit.module.css";
import * as css from "./toast.module.css";
import { dismissToast, type Toast, toasts } from "./toast-store.ts";

const lifetime = 5000;
const signs = { done: <Check size={15} />, note: "i", error: <X size={15} /> };
const tones = { done: undefined, note: css.isNote, error: css.isError };
const none: readonly Toast[] = [];

/** Shows the messages of `toast()`, above an open dialog too. In PersonFrame: the landing page and sign-in screens have none. */
export function ToastRegion() {
  const shownToasts = useStore(toasts, () => none);
  const region = useRef<HTMLDivElement>(null);
  const isUsed = shownToasts.length > 0;
  useEffect(() => {
    // Lazy: most visits have no message. Without it, they stay where they are.
    if (isUsed)
      import("./toast-place.ts").then(({ keepInReach }) => keepInReach(region.current), console.warn);
  }, [isUsed]);
  return (
    <div>
      <div ref={region} className={css.toasts} role="status">
        {shownToasts.map((shown) => (
          <ToastCard key={shown.id} toast={shown} />
        ))}
      </div>
    </div>
  );
}

function ToastCard({ toast: { id, text, kind, action } }: { toast: Toast }) {
  const [held, setHeld] = useState(false);

  useEffect(() => {
    // While the pointer or focus is on it, the user is reading; the timer restarts when they leave.
    if (kind === "error" || held) return;
    const timer = setTimeout(() => dismissToast(id), lifetime);
    return () => clearTimeout(timer);
  }, [id, kind, held]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only detects that the user is there
    <div
      className={`${kit.row} ${css.root}`}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={cx(kit.tile, css.sign, tones[kind])} aria-hidden="true">
        {signs[kind]}
      </span>
      <span className={css.text}>{text}</span>
      <span className={`${kit.row} ${kit.gap2} ${css.end}`}>
        {action && (
          <button
            type="button"
            className={css.action}
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
          className={`${kit.tile} ${css.close}`}
          aria-label="Close message"
          onClick={() => dismissToast(id)}
        >
          <X size={16} />
        </button>
      </span>
    </div>
  );
}
