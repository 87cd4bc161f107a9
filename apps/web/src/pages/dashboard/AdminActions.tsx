import { screens } from "@cairn/contract";
import { ChevronRight, CircleCheck, Flag, Layers, UserRoundX } from "lucide-react";
import { Link } from "react-router";
import { cx } from "../../ui/cx.ts";
import "../../ui/card.css";
import "./admin-actions.css";

const actions = [
  {
    to: screens.contentManagement,
    label: "Approve Content",
    note: "Posts that wait for a decision",
    icon: CircleCheck,
  },
  { to: screens.contentManagement, label: "Review Flags", note: "Posts sent back with a reason", icon: Flag },
  {
    to: screens.categoriesManagement,
    label: "Manage Categories",
    note: "Names and descriptions",
    icon: Layers,
  },
  {
    to: screens.userManagement,
    label: "Deactivate User",
    note: "Accounts and their roles",
    icon: UserRoundX,
  },
];

/** The quick actions of the admin home (spec section 2); the first is the one filled button. */
export function AdminActions() {
  return (
    <section className="card admin-actions" aria-labelledby="admin-actions">
      <h2 id="admin-actions">Quick actions</h2>
      <ul>
        {actions.map(({ to, label, note, icon: Icon }, index) => (
          <li key={label}>
            <Link to={to} className={cx("admin-action", index === 0 && "is-first")}>
              <span className="admin-action-icon">
                <Icon size={20} />
              </span>
              <span>
                {label}
                <small>{note}</small>
              </span>
              <ChevronRight size={18} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
