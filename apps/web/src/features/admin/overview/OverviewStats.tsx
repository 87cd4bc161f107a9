import { FileText, Flag, Layers, Users } from "lucide-react";
import * as layoutCss from "../../../ui/layout.module.css";
import * as partsCss from "../../../ui/parts.module.css";
import { StatCard } from "../../../ui/StatCard.tsx";
import type { AdminOverview } from "../admin-model.ts";

/** The four numbers of the admin home (docs/rules.md#s2-admin-home). Shows skeletons until there is an overview. */
export function OverviewStats({ overview }: { overview?: AdminOverview }) {
  return (
    <ul className={`${layoutCss.cardGrid} ${layoutCss.g4} ${partsCss.slimGrid}`}>
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
