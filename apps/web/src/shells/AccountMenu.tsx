import { type Role, roleLabel, screens, storageKeys } from "@cairn/contract";
import { Bookmark, Download, HardDriveDownload, History, LogOut, UserRound } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { installOffer } from "../lib/device/install.ts";
import { unsent } from "../lib/outbox/unsent.ts";
import { readItem, removeItem, writeItem } from "../lib/storage.ts";
import { useStore } from "../lib/store.ts";
import { Count } from "../ui/Badge.tsx";
import { cx } from "../ui/cx.ts";
import * as kit from "../ui/kit.module.css";
import { Segmented } from "../ui/Segmented.tsx";
import * as css from "./account-menu.module.css";
import { ownPlace } from "./places.ts";

/** The parts of the signed-in user that a frame shows. */
export interface ShellUser {
  /** Empty while it is not known yet. */
  name: string;
  photo?: string | null;
  /** Undefined while it is not known yet. */
  role?: Role;
}

const profileOf: Record<Role, string> = {
  User: screens.profile,
  TechWriter: screens.techWriterProfile,
  Admin: screens.adminProfile,
};

interface AccountMenuProps {
  user: ShellUser;
  opens: "down" | "up";
  onLogout: () => void;
  onClose: () => void;
}

/**
 * Not a modal: it closes by Escape, which returns the focus to its button, by a press outside, and when the focus
 * leaves it.
 */
export function AccountMenu({ user: { name, role }, opens, onLogout, onClose }: AccountMenuProps) {
  const root = useRef<HTMLDivElement>(null);
  const [theme, setTheme] = useState(readTheme);
  const offer = useStore(installOffer);
  const own = role && ownPlace(role);
  const close = useEffectEvent(onClose);

  useEffect(() => {
    const menu = root.current;
    const place = menu?.parentElement;
    const control = new AbortController();
    const { signal } = control;
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !place?.contains(target)) close();
    };
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.preventDefault();
      close();
      place?.querySelector("button")?.focus();
    };
    menu?.querySelector("a")?.focus();
    for (const event of ["pointerdown", "focusin"])
      document.addEventListener(event, closeOutside, { signal });
    document.addEventListener("keydown", closeByKey, { signal });
    return () => control.abort();
  }, []);

  const choose = (next: Theme) => {
    chooseTheme(next);
    setTheme(next);
  };

  return (
    <div className={cx(css.root, opens === "up" && css.isUp)} ref={root} role="dialog" aria-label="Account">
      {name && (
        <p className={`${kit.column} ${css.who}`}>
          <b>{name}</b>
          {role && <span className={kit.note}>{roleLabel[role]}</span>}
        </p>
      )}
      {own && (
        <Link className={`${kit.row} ${css.item}`} to={own.to} onClick={onClose}>
          <own.icon size={18} />
          {own.label}
        </Link>
      )}
      <Link className={`${kit.row} ${css.item}`} to={profileOf[role ?? "User"]} onClick={onClose}>
        <UserRound size={18} />
        Profile
      </Link>
      <Link className={`${kit.row} ${css.item}`} to={screens.saved} onClick={onClose}>
        <Bookmark size={18} />
        Saved
      </Link>
      <Link className={`${kit.row} ${css.item}`} to={screens.history} onClick={onClose}>
        <History size={18} />
        History
      </Link>
      <Link className={`${kit.row} ${css.item}`} to={screens.onThisDevice} onClick={onClose}>
        <HardDriveDownload size={18} />
        On this device
        <Count value={useStore(unsent).length} of="not sent" />
      </Link>
      {offer && (
        <button
          type="button"
          className={`${kit.row} ${css.item}`}
          onClick={() => {
            // An offer can be used once.
            installOffer.set(null);
            void offer.prompt();
            onClose();
          }}
        >
          <Download size={18} />
          Install
        </button>
      )}
      <div className={`${kit.stack} ${kit.gap2} ${css.theme}`}>
        <span className={kit.note} aria-hidden="true">
          Theme
        </span>
        <Segmented label="Theme" options={themes} value={theme} onChange={choose} />
      </div>
      <button type="button" className={`${kit.row} ${css.item}`} onClick={onLogout}>
        <LogOut size={18} />
        Log out
      </button>
    </div>
  );
}

const themes = ["System", "Light", "Dark"] as const;
type Theme = (typeof themes)[number];

const keyOf = (theme: Theme) => theme.toLowerCase();

/** What was chosen on this device; System if nothing was. */
const readTheme = (): Theme =>
  themes.find((theme) => keyOf(theme) === readItem(storageKeys.theme)) ?? "System";

/** Chooses it for this device and shows it at once; later pages show it as they start (main.tsx, app/start.js). */
function chooseTheme(theme: Theme) {
  const { dataset } = document.documentElement;
  if (theme === "System") {
    removeItem(storageKeys.theme);
    delete dataset.theme;
  } else {
    writeItem(storageKeys.theme, keyOf(theme));
    dataset.theme = keyOf(theme);
  }
}
