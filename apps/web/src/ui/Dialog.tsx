import { X } from "lucide-react";
import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { IconButton } from "./Button.tsx";
import { cx } from "./cx.ts";
import * as css from "./dialog.module.css";
import * as kit from "./kit.module.css";

interface DialogProps {
  open: boolean;
  /** Called by Escape, the backdrop and the close button; the owner then sets `open` to false. */
  onClose: () => void;
  title: string;
  /** Buttons at the foot: Cancel first, then the action. */
  actions?: ReactNode;
  /** `wide` for content to look at: it brings a close button, and on phones it comes up from below. */
  size?: "narrow" | "wide";
  className?: string;
  /** Classes of the parts inside, for a dialog that arranges them in its own way. */
  parts?: { inner?: string; head?: string; title?: string; close?: string; foot?: string };
  children: ReactNode;
}

/** The browser's own modal: it traps focus, makes the page inert and gives focus back to the opener. */
export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({ onClose, title, actions, size = "narrow", className, parts, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);
  const titleId = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Close the dialog before it is removed, because only then does the browser return focus to the opener.
    return () => element?.close();
  }, []);

  const isBackdrop = (event: MouseEvent) => event.target === event.currentTarget;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way out of a modal is Escape, which arrives as `cancel`
    <dialog
      ref={dialog}
      className={cx(css.root, size === "wide" && css.isWide, className)}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // The browser closes the dialog on a second Escape without firing `cancel`; this notifies the owner.
      onClose={(event) => !event.currentTarget.open && onClose()}
      // A press that began inside, such as a text selection dragged outside, does not close the dialog.
      onMouseDown={(event) => {
        pressedOutside.current = isBackdrop(event);
      }}
      onClick={(event) => pressedOutside.current && isBackdrop(event) && onClose()}
    >
      <div className={cx(css.inner, parts?.inner)}>
        <div className={cx(kit.spread, kit.gap3, css.head, parts?.head)}>
          <h2 className={cx(kit.h3, parts?.title)} id={titleId}>
            {title}
          </h2>
          {size === "wide" && (
            <IconButton
              className={parts?.close}
              kind="ghost"
              size="sm"
              label="Close"
              icon={<X size={18} />}
              onClick={onClose}
            />
          )}
        </div>
        {children}
        {actions && <div className={cx(css.foot, parts?.foot)}>{actions}</div>}
      </div>
    </dialog>
  );
}
