import { screens } from "@cairn/contract";
import { ChevronRight, CircleCheck, Flag, Layers, type LucideIcon, UserX } from "lucide-react";
import { Link } from "react-router";
import { deletionsView, dueView, reportsView } from "../features/admin/AdminViews.tsx";
import type { AdminOverview, DeskFigures as Figures, LogAudit } from "../features/admin/admin-model.ts";
import { useAdminSource } from "../features/admin/admin-source.ts";
import type { ContentFilter } from "../features/admin/contents/content-filter.ts";
import { DeskFigures } from "../features/admin/desk/DeskFigures.tsx";
import { OverviewStats } from "../features/admin/overview/OverviewStats.tsx";
import { RecentActivity } from "../features/admin/overview/RecentActivity.tsx";
import { LoadFailure } from "../features/admin/useAction.tsx";
import { formatMoment } from "../lib/time/dates.ts";
import { Alert } from "../ui/Alert.tsx";
import { Count } from "../ui/Badge.tsx";
import { cx } from "../ui/cx.ts";
import * as kit from "../ui/kit.module.css";
import * as signCss from "../ui/sign.module.css";
import { AdminHead } from "./admin/AdminHead.tsx";
import * as css from "./admins-dashboard-page.module.css";
import * as adminActionsCss from "./dashboard/admin-actions.module.css";
import * as firstStepsCss from "./dashboard/first-steps.module.css";
import * as queueCardCss from "./dashboard/queue-card.module.css";

/** /adminsdashboard and /admin-home show the same (docs/rules.md#dashboards). */
export function AdminsDashboardPage() {
  const source = useAdminSource();
  const { value: overview, failure } = source.useOverview();
  const activity = source.useActivity();
  return (
    <>
      <AdminHead heading="Welcome, Admin" title="Admin" />
      {failure ? <LoadFailure failure={failure} /> : <OverviewStats overview={overview} />}
      <div className={`${kit.stack} ${kit.gap5} ${css.columns}`}>
        <div className={`${kit.stack} ${kit.gap5}`}>
          {source.kind === "live" && overview?.totalPosts === 0 && <FirstSteps />}
          <AdminActions overview={overview} />
          {source.kind === "live" && !failure && <QueueCard figures={overview?.desk ?? undefined} />}
        </div>
        {activity.value && <RecentActivity activity={activity.value} />}
        {activity.failure && <LoadFailure failure={activity.failure} />}
      </div>
    </>
  );
}

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
function AdminActions({ overview }: { overview: AdminOverview | undefined }) {
  return (
    <section className={`${kit.card} ${adminActionsCss.root}`} aria-labelledby="admin-actions">
      <h2 className={kit.heading} id="admin-actions">
        Quick actions
      </h2>
      <ul className={`${kit.stack} ${adminActionsCss.list}`}>
        {actions.map(({ to, state, label, note, icon: Icon }, index) => (
          <li key={label}>
            <Link
              to={to}
              state={state}
              className={cx(kit.small, adminActionsCss.action, index === 0 && adminActionsCss.isFirst)}
            >
              <span className={`${kit.tile} ${signCss.root} ${adminActionsCss.icon}`}>
                <Icon size={20} />
              </span>
              <span>
                {label}
                {overview && <small className={kit.subline}>{note(overview)}</small>}
              </span>
              <ChevronRight className={kit.muted} size={18} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const steps = [
  {
    to: screens.categoriesManagement,
    name: "Check the categories",
    text: "Writers choose one for every post.",
  },
  {
    to: screens.userManagement,
    name: "Add your writers",
    text: "They write; you or another admin approves.",
  },
  { to: screens.contentManagement, name: "Approve the first post", text: "Readers can then see it." },
] as const;

/** What to do first on a site that has no posts yet. */
function FirstSteps() {
  return (
    <section className={`${kit.card} ${firstStepsCss.root}`} aria-labelledby="first-steps">
      <h2 className={kit.heading} id="first-steps">
        First steps
      </h2>
      <ol className={`${kit.stack} ${kit.gap3} ${firstStepsCss.list}`}>
        {steps.map(({ to, name, text }) => (
          <li key={to}>
            <Link className={kit.link} to={to}>
              {name}
            </Link>
            <span className={`${kit.soft} ${kit.small}`}> {text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The admins' queue besides the specified figures; live data only. */
function QueueCard({ figures }: { figures: Figures | undefined }) {
  const links = [
    { to: `${screens.contentManagement}?view=${dueView}`, label: "Due for renewal" },
    { to: `${screens.contentManagement}?view=${reportsView}`, label: "Reports", open: figures?.openReports },
    {
      to: `${screens.userManagement}?view=${deletionsView}`,
      label: "Deletion requests",
      open: figures?.deletionRequests,
    },
    { to: screens.ledger, label: "Public ledger" },
  ];
  return (
    <section className={`${kit.card} ${queueCardCss.root}`} aria-labelledby="queue-card">
      <h2 className={`${kit.heading} ${queueCardCss.heading}`} id="queue-card">
        Review queue
      </h2>
      <DeskFigures figures={figures} />
      {figures?.logAudit && <AuditLine audit={figures.logAudit} />}
      <ul>
        {links.map(({ to, label, open }) => (
          <li className={queueCardCss.line} key={label}>
            <Link className={`${kit.row} ${kit.hoverLink} ${queueCardCss.link}`} to={to}>
              {label}
              <Count value={open ?? 0} of="open" />
              <ChevronRight className={queueCardCss.chevron} size={18} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function AuditLine({ audit: { at, fits, problem } }: { audit: LogAudit }) {
  if (fits !== false) {
    const outcome = fits ? "everything that readers see matches it" : problem;
    return (
      <p className={`${kit.note} ${queueCardCss.audit}`}>
        Public log, {formatMoment(at)}: {outcome}.
      </p>
    );
  }
  return (
    <Alert kind="danger" title="The site does not match its public log" className={queueCardCss.audit}>
      {formatMoment(at)}: {problem}.
    </Alert>
  );
}
