import { FileText, Flag, Layers, type LucideIcon, Users } from "lucide-react";
import type { ReactNode } from "react";
import { formatCount } from "../../../lib/format-count.ts";
import { Card } from "../../../ui/Card.tsx";
import * as kit from "../../../ui/kit.module.css";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { Row } from "../../../ui/Stack.tsx";
import * as statCardCss from "../../../ui/stat-card.module.css";
import { Text } from "../../../ui/Text.tsx";
import type { AdminOverview } from "../admin-model.ts";

/** The four numbers of the admin home (docs/evidence/spec-clauses.md#s2-admin-home). Shows skeletons until there is an overview. */
export function OverviewStats({ overview }: { overview?: AdminOverview }) {
  return (
    <ul className={`${kit.cardGrid} ${statCardCss.grid} ${statCardCss.four}`}>
      <li>
        <StatCard
          label="Total Posts"
          icon={FileText}
          value={overview?.totalPosts}
          note={overview && `${overview.waiting} without a decision`}
        />
      </li>
      <li>
        <StatCard
          label="New Users"
          icon={Users}
          value={overview?.newUsers}
          note={overview && membersNote(overview)}
        />
      </li>
      <li>
        <StatCard
          label="Flagged Content"
          icon={Flag}
          value={overview?.flagged}
          note="Returned to the authors"
        />
      </li>
      <li>
        <StatCard
          label="Active Categ."
          icon={Layers}
          value={overview?.categories}
          note={overview && emptyNote(overview)}
        />
      </li>
    </ul>
  );
}

/** Shows whichever number the source provides. */
const membersNote = ({ activeMembers, newThisWeek }: AdminOverview) =>
  newThisWeek === null ? `${activeMembers} active` : `${newThisWeek} in the last 7 days`;

function emptyNote({ emptyCategories }: AdminOverview) {
  if (emptyCategories === null) return undefined;
  return emptyCategories === 0 ? "All have posts" : `${emptyCategories} without posts`;
}

interface StatCardProps {
  label: string;
  icon: LucideIcon;
  /** Undefined while loading: shows placeholder bars. */
  value: number | undefined;
  /** A second line: what the number is made of. */
  note?: ReactNode;
}

/** One number that matters. In a list of them, each is an `<li>`'s content. */
export function StatCard({ label, icon: Icon, value, note }: StatCardProps) {
  return (
    <Card className={statCardCss.root} aria-busy={value === undefined || undefined}>
      <Row as="p" between className={kit.soft}>
        {label}
        <Icon className={kit.muted} size={18} aria-hidden="true" />
      </Row>
      {value === undefined ? (
        <>
          <Skeleton width={64} height={36} />
          <Skeleton className={statCardCss.noteBar} width={112} />
        </>
      ) : (
        <>
          <p className={statCardCss.value}>{formatCount(value)}</p>
          {note && <Text kind="note">{note}</Text>}
        </>
      )}
    </Card>
  );
}
