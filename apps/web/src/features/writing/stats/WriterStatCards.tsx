import type { WriterStats } from "@cairn/contract";
import { Clock, FileText, Heart, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import "../../../ui/card.css";
import { Spinner } from "../../../ui/Spinner.tsx";
import "../../../ui/stat-card.css";
import { Sparkline } from "./Sparkline.tsx";
import "./writer-stats.css";

interface WriterStatCardsProps {
  /** Undefined: there are none, and zeros show. */
  stats: WriterStats | undefined;
  isLoading: boolean;
}

export function WriterStatCards({ stats, isLoading }: WriterStatCardsProps) {
  const weeks = stats?.weeks ?? [];
  const thisWeek = weeks.at(-1);
  return (
    <ul className="card-grid g3 writer-stats" aria-busy={isLoading || undefined}>
      <Stat
        label="Total Posts"
        icon={FileText}
        isLoading={isLoading}
        note={newText(thisWeek?.posts)}
        trend={weeks.map(({ posts }) => posts)}
      >
        {number(stats?.totalPosts)}
      </Stat>
      <Stat label="Posts Pending" icon={Clock} isLoading={isLoading} note="Waiting for a reviewer">
        {number(stats?.postsPending)}
      </Stat>
      <Stat
        label="Likes & Comments"
        icon={Heart}
        isLoading={isLoading}
        note={newText(thisWeek && thisWeek.likes + thisWeek.comments)}
        trend={weeks.map(({ likes, comments }) => likes + comments)}
      >
        {/* Both numbers (D55). */}
        <span>
          {number(stats?.likes)} <small>{stats?.likes === 1 ? "like" : "likes"}</small>
        </span>{" "}
        <span>
          {number(stats?.comments)} <small>{stats?.comments === 1 ? "comment" : "comments"}</small>
        </span>
      </Stat>
    </ul>
  );
}

interface StatProps {
  label: string;
  icon: LucideIcon;
  isLoading: boolean;
  note: string;
  trend?: readonly number[];
  children: ReactNode;
}

function Stat({ label, icon: Icon, isLoading, note, trend = [], children }: StatProps) {
  return (
    <li className="card stat-card">
      <p className="stat-card-top">
        {label}
        <Icon size={18} aria-hidden="true" />
      </p>
      {isLoading ? (
        <p className="writer-stats-wait" role="status">
          <Spinner size={24} />
          <span className="sr-only">Loading {label}</span>
        </p>
      ) : (
        <>
          <div className="writer-stats-row">
            <p className="stat-card-value">{children}</p>
            <Sparkline values={trend} />
          </div>
          <p className="stat-card-note">{note}</p>
        </>
      )}
    </li>
  );
}

const number = (value = 0) => value.toLocaleString("en");

const newText = (count = 0) => (count > 0 ? `+${number(count)} this week` : "Nothing new this week");
