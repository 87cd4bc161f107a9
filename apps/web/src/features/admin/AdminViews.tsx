import { Link, useSearchParams } from "react-router";
import { Count } from "../../ui/Count.tsx";
import "./views.css";

interface View {
  /** In the address; empty for the screen's own list. */
  name: string;
  label: string;
  /** How much there is to do; undefined while that is not known. */
  open?: number;
}

/** Which view of a screen the address names; the first where it names none. */
export function useAdminView(views: readonly View[]): string {
  const [params] = useSearchParams();
  const asked = params.get("view") ?? "";
  return views.some(({ name }) => name === asked) ? asked : "";
}

/** What a live screen has beside its specified list. Links, so that each has its address and Back leads out of it. */
export function AdminViews({ label, views }: { label: string; views: readonly View[] }) {
  const current = useAdminView(views);
  return (
    <nav className="admin-views" aria-label={label}>
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
