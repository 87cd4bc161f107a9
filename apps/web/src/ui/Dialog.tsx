import { X } from "lucide-react";
import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { IconButton } from "./Button.tsx";
import { cx } from "./cx.ts";
import "./dialog.css";

interface DialogProps {
  open: boolean;
  /** Called by Escape, the backdrop and the close button; the owner then sets `open` to false. */
  onClose: () => void;
  title: string;
  /** Buttons at the foot: Cancel first, then the action. */
  actions?: ReactNode;
  /** `wide` for content to look at: it brings a close button, and on phones it comes up from below. */
  size?: "narrow" | "wide";
  children: ReactNode;
}

/** The browser's own modal: it traps focus, makes the page inert and gives focus back to the opener. */
export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({ onClose, title, actions, size = "narrow", children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);
  const titleId = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Closed before it leaves the page: only then does the browser give focus back to the opener.
    return () => element?.close();
  }, []);

  const isBackdrop = (event: MouseEvent) => event.target === event.currentTarget;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way out of a modal is Escape, which arrives as `cancel`
    <dialog
      ref={dialog}
      className={cx("dialog", `is-${size}`)}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // A second Escape in a row closes it without asking; then the owner hears of it here.
      onClose={(event) => !event.currentTarget.open && onClose()}
      // A press that began inside, such as a selection that slipped out, does not close.
      onMouseDown={(event) => {
        pressedOutside.current = isBackdrop(event);
      }}
      onClick={(event) => pressedOutside.current && isBackdrop(event) && onClose()}
    >
      <div className="dialog-in">
        <div className="dialog-head">
          <h2 id={titleId}>{title}</h2>
          {size === "wide" && (
            <IconButton kind="ghost" size="sm" label="Close" icon={<X size={18} />} onClick={onClose} />
          )}
        </div>
        {children}
        {actions && <div className="dialog-foot">{actions}</div>}
      </div>
    </dialog>
  );
}
