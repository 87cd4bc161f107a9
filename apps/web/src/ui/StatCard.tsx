import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import * as cardCss from "./card.module.css";
import { Skeleton } from "./Skeleton.tsx";
import * as css from "./stat-card.module.css";

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
    <div className={`${cardCss.root} ${css.root}`} aria-busy={value === undefined || undefined}>
      <p className={css.top}>
        {label}
        <Icon size={18} aria-hidden="true" />
      </p>
      {value === undefined ? (
        <>
          <Skeleton className={css.valueBar} />
          <Skeleton className={css.noteBar} />
        </>
      ) : (
        <>
          <p className={css.value}>{value.toLocaleString("en")}</p>
          {note && <p className={css.note}>{note}</p>}
        </>
      )}
    </div>
  );
}
