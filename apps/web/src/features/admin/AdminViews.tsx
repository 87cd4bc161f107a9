import { Link, useSearchParams } from "react-router";
import { Count } from "../../ui/Badge.tsx";
import * as css from "./admin.module.css";

interface View {
  /** The `view` parameter in the address; empty for the screen's own list. */
  name: string;
  label: string;
  /** The number of open entries; undefined while it is not known. */
  open?: number;
}

/** The view that the address names; empty (the screen's own list) if it names none. */
export function useAdminView(views: readonly View[]): string {
  const [params] = useSearchParams();
  const asked = params.get("view") ?? "";
  return views.some(({ name }) => name === asked) ? asked : "";
}

/**
 * The views of a live screen besides its specified list. They are links, so each has its own address and Back leaves
 * it.
 */
export function AdminViews({ label, views }: { label: string; views: readonly View[] }) {
  const current = useAdminView(views);
  return (
    <nav className={css.views} aria-label={label}>
      {views.map(({ name, label, open }) => (
        <Link
          key={name}
          to={{ search: name && `?view=${name}` }}
          aria-current={name === current ? "page" : undefined}
        >
          {label}
          {open !== undefined && open > 0 && <Count value={open} of="open" />}
        </Link>
      ))}
    </nav>
  );
}

/** As the addresses name them. */
export const dueView = "due";
export const reportsView = "reports";
export const deletionsView = "deletion-requests";
export const waitingView = "waiting";
export const statusView = "status";
