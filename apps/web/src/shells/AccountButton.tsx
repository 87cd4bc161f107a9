import { type ReactNode, Suspense, useState } from "react";
import { lazyNamed } from "../lib/lazy-named.ts";
import { cx } from "../ui/cx.ts";
import * as kit from "../ui/kit.module.css";
import type { ShellUser } from "./AccountMenu.tsx";
import * as css from "./account-button.module.css";

// Lazy: no first view pays for it.
const AccountMenu = lazyNamed(() => import("./AccountMenu.tsx"), "AccountMenu");

interface AccountButtonProps {
  user: ShellUser;
  onLogout: () => void;
  /** Position of the menu: below the button, at its right end, or above it. */
  opens?: "down" | "up";
  className?: string | undefined;
  /** The avatar. */
  children: ReactNode;
}

/** The signed-in user's avatar, which opens their menu (docs/rules.md#account-menu). */
export function AccountButton({ user, onLogout, opens = "down", className, children }: AccountButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={cx(css.root, className)}>
      <button
        type="button"
        className={css.button}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        onClick={() => setOpen(!isOpen)}
      >
        {children}
        <span className={kit.srOnly}>Account menu</span>
      </button>
      {isOpen && (
        <Suspense>
          <AccountMenu user={user} opens={opens} onLogout={onLogout} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
