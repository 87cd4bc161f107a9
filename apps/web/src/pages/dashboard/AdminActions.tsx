import { screens } from "@cairn/contract";
import { ChevronRight, CircleCheck, Flag, Layers, type LucideIcon, UserX } from "lucide-react";
import { Link } from "react-router";
import type { AdminOverview } from "../../features/admin/admin-model.ts";
import type { ContentFilter } from "../../features/admin/contents/content-filter.ts";
import * as cardCss from "../../ui/card.module.css";
import { cx } from "../../ui/cx.ts";
import * as layoutCss from "../../ui/layout.module.css";
import * as partsCss from "../../ui/parts.module.css";
import * as css from "./admin-actions.module.css";

interface QuickAction {
  to: string;
  /** The initial filter of the live list; the sample always lists everything. */
  state?: Pick<ContentFilter, "status">;
  label: string;
  icon: LucideIcon;
  note: (overview: AdminOverview) => string;
}

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;

const actions: readonly QuickAction[] = [
  {
    to: screens.contentManagement,
    label: "Approve Content",
    icon: CircleCheck,
    note: ({ waiting }) => count(waiting, "post waits for you", "posts wait for you"),
  },
  {
    to: screens.contentManagement,
    state: { status: "Flagged" },
    label: "Review Flags",
    icon: Flag,
    note: ({ flagged }) => `${flagged} flagged`,
  },
  {
    to: screens.categoriesManagement,
    label: "Manage Categories",
    icon: Layers,
    note: ({ categories }) => count(categories, "category", "categories"),
  },
  {
    to: screens.userManagement,
    label: "Deactivate User",
    icon: UserX,
    note: ({ activeMembers, newUsers }) =>
      activeMembers === null
        ? count(newUsers, "member", "members")
        : count(activeMembers, "active member", "active members"),
  },
];

/** The quick actions of the admin home (docs/rules.md#s2-admin-home); the first is the one filled button. */
export function AdminActions({ overview }: { overview: AdminOverview | undefined }) {
  return (
    <section className={`${cardCss.root} ${css.root}`} aria-labelledby="admin-actions">
      <h2 className={partsCss.heading} id="admin-actions">
        Quick actions
      </h2>
      <ul className={`${layoutCss.stack} ${partsCss.top4} ${css.list}`}>
        {actions.map(({ to, state, label, note, icon: Icon }, index) => (
          <li key={label}>
            <Link
              to={to}
              state={state}
              className={cx(layoutCss.small, css.action, index === 0 && css.isFirst)}
            >
              <span className={`${partsCss.tile} ${partsCss.sign} ${css.icon}`}>
                <Icon size={20} />
              </span>
              <span>
                {label}
                {overview && <small className={partsCss.subline}>{note(overview)}</small>}
              </span>
              <ChevronRight className={layoutCss.muted} size={18} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
