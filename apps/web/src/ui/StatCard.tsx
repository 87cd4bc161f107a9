import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import "./card.css";
import { Skeleton } from "./Skeleton.tsx";
import "./stat-card.css";

interface StatCardProps {
  label: string;
  icon: LucideIcon;
  /** Undefined while it is not known: bars stand in. */
  value: number | undefined;
  /** A second line: what the number is made of. */
  note?: ReactNode;
}

/** One number that matters. In a list of them, each is an `<li>`'s content. */
export function StatCard({ label, icon: Icon, value, note }: StatCardProps) {
  return (
    <div className="card stat-card" aria-busy={value === undefined || undefined}>
      <p className="stat-card-top">
        {label}
        <Icon size={18} aria-hidden="true" />
      </p>
      {value === undefined ? (
        <>
          <Skeleton className="h-9 w-16" />
          <Skeleton className="my-1 w-28" />
        </>
      ) : (
        <>
          <p className="stat-card-value">{value.toLocaleString("en")}</p>
          {note && <p className="stat-card-note">{note}</p>}
        </>
      )}
    </div>
  );
}
