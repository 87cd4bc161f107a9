import { FileText, Flag, Layers, Users } from "lucide-react";
import { StatCard } from "../../../ui/StatCard.tsx";
import type { AdminOverview } from "../admin-model.ts";
import "./overview-stats.css";

/** The four numbers of the admin home (spec section 2). Without an overview, their skeletons. */
export function OverviewStats({ overview }: { overview?: AdminOverview }) {
  return (
    <ul className="overview-stats">
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
          note="Back with its authors"
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

/** A source says what it knows. */
const membersNote = ({ activeMembers, newThisWeek }: AdminOverview) =>
  newThisWeek === null ? `${activeMembers} active` : `${newThisWeek} in the last 7 days`;

function emptyNote({ emptyCategories }: AdminOverview) {
  if (emptyCategories === null) return undefined;
  return emptyCategories === 0 ? "All have posts" : `${emptyCategories} without posts`;
}
