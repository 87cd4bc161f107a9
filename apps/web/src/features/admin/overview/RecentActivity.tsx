import type { ActivityKind } from "@cairn/contract";
import {
  Check,
  Download,
  FilePen,
  Flag,
  FlagOff,
  FolderPen,
  FolderPlus,
  type LucideIcon,
  MailPlus,
  RefreshCw,
  Replace,
  Settings,
  ShieldCheck,
  ShieldX,
  Trash2,
  Undo2,
  UserCheck,
  UserPen,
  Users,
  UserX,
} from "lucide-react";
import { formatClock, formatMoment, formatShortDay } from "../../../lib/time/dates.ts";
import { useNow } from "../../../lib/time/useNow.ts";
import { tones } from "../../../ui/Alert.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import * as kit from "../../../ui/kit.module.css";
import { ListRow } from "../../../ui/ListRow.tsx";
import { Row } from "../../../ui/Stack.tsx";
import { useAdminCalls } from "../admin-calls.ts";
import type { Activity } from "../admin-model.ts";
import { useReportedAction } from "../useAction.tsx";
import * as css from "./recent-activity.module.css";

const looks: Record<ActivityKind, { icon: LucideIcon; tone: "info" | "success" | "warn" | "danger" }> = {
  userCreated: { icon: Users, tone: "info" },
  userUpdated: { icon: UserPen, tone: "info" },
  userDeactivated: { icon: UserX, tone: "warn" },
  userActivated: { icon: UserCheck, tone: "success" },
  userVerified: { icon: ShieldCheck, tone: "success" },
  userUnverified: { icon: ShieldX, tone: "warn" },
  categoryCreated: { icon: FolderPlus, tone: "info" },
  categoryUpdated: { icon: FolderPen, tone: "info" },
  categoryDeleted: { icon: Trash2, tone: "danger" },
  contentApproved: { icon: Check, tone: "success" },
  contentFlagged: { icon: Flag, tone: "danger" },
  contentRemoved: { icon: Trash2, tone: "danger" },
  contentWithdrawn: { icon: Undo2, tone: "warn" },
  contentReaffirmed: { icon: RefreshCw, tone: "success" },
  contentSuperseded: { icon: Replace, tone: "info" },
  contentReinstated: { icon: RefreshCw, tone: "info" },
  reportClosed: { icon: FlagOff, tone: "info" },
  userApproved: { icon: UserCheck, tone: "success" },
  userRefused: { icon: UserX, tone: "warn" },
  settingsChanged: { icon: Settings, tone: "info" },
  invitationCreated: { icon: MailPlus, tone: "info" },
  invitationsImported: { icon: MailPlus, tone: "info" },
  invitationDeleted: { icon: Trash2, tone: "warn" },
  pageSaved: { icon: FilePen, tone: "info" },
  pageDeleted: { icon: Trash2, tone: "warn" },
  deletionApproved: { icon: UserX, tone: "warn" },
  deletionRefused: { icon: Undo2, tone: "info" },
};

/** The number of activity lines shown. */
const shownLines = 20;

export function RecentActivity({ activity }: { activity: readonly Activity[] }) {
  const now = useNow();
  const { saveActivity } = useAdminCalls();
  const report = useReportedAction();
  return (
    <Card as="section" className={css.root} aria-labelledby="recent-activity">
      <Row between className={css.head}>
        <h2 className={kit.heading} id="recent-activity">
          Recent Activity
        </h2>
        {saveActivity && (
          <Button
            size="sm"
            aria-label="CSV: download the whole activity"
            onClick={() => report(saveActivity)}
          >
            <Download size={16} />
            CSV
          </Button>
        )}
      </Row>
      {activity.length === 0 && (
        <ListRow as="div" pad className={kit.soft}>
          Decisions and changes by admins appear here.
        </ListRow>
      )}
      <ul className={kit.small}>
        {activity.slice(0, shownLines).map(({ id, kind, time, event }) => {
          const { icon: Icon, tone } = looks[kind];
          return (
            <ListRow
              key={id}
              pad
              lead={
                <span className={`${kit.tile} ${tones[tone]} ${css.icon}`}>
                  <Icon size={17} />
                </span>
              }
              end={
                <time className={`${kit.note} ${kit.num}`} dateTime={time} title={formatMoment(time)}>
                  {activityTime(time, now)}
                </time>
              }
            >
              {event}
            </ListRow>
          );
        })}
      </ul>
    </Card>
  );
}

/** "09:42" today, then "Yesterday", then "18 Nov". */
export function activityTime(instant: string, now: number): string {
  const day = startOfDay(Date.parse(instant));
  if (day >= startOfDay(now)) return formatClock(instant);
  return day === startOfDay(startOfDay(now) - 1) ? "Yesterday" : formatShortDay(instant, now);
}

const startOfDay = (time: number) => new Date(time).setHours(0, 0, 0, 0);
