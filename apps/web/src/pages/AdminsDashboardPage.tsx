import { type Overview, screens } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { ChevronRight, CircleCheck, Flag, Layers, type LucideIcon, UserX } from "lucide-react";
import { Link } from "react-router";
import { deletionsView, dueView, reportsView, waitingView } from "../features/admin/AdminViews.tsx";
import { useAdminCalls } from "../features/admin/admin-calls.ts";
import type { AdminOverview } from "../features/admin/admin-model.ts";
import type { ContentFilter } from "../features/admin/contents/content-filter.ts";
import { DeskFigures } from "../features/admin/desk/DeskFigures.tsx";
import { OverviewStats } from "../features/admin/overview/OverviewStats.tsx";
import { RecentActivity } from "../features/admin/overview/RecentActivity.tsx";
import { LoadFailure } from "../features/admin/useAction.tsx";
import { formatMoment } from "../lib/time/dates.ts";
import { Alert } from "../ui/Alert.tsx";
import { Count } from "../ui/Badge.tsx";
import { Card } from "../ui/Card.tsx";
import { cx } from "../ui/cx.ts";
import * as kit from "../ui/kit.module.css";
import { Stack } from "../ui/Stack.tsx";
import * as signCss from "../ui/sign.module.css";
import { Text } from "../ui/Text.tsx";
import { AdminHead } from "./admin/AdminHead.tsx";
import * as css from "./admins-dashboard-page.module.css";
import * as adminActionsCss from "./dashboard/admin-actions.module.css";

/** /adminsdashboard and /admin-home show the same (docs/rules.md#dashboards). */
export function AdminsDashboardPage() {
  const calls = useAdminCalls();
  const query = useQuery(calls.overview);
  const activity = useQuery(calls.activity);
  const { data: overview, isLoadingError } = query;
  const isLive = calls.kind === "live";
  return (
    <>
      <AdminHead heading="Welcome, Admin" title="Admin" />
      {isLoadingError ? <LoadFailure query={query} /> : <OverviewStats overview={overview} />}
      <Stack gap={5} above={5} className={css.columns}>
        <Stack gap={5}>
          {isLive && overview?.totalPosts === 0 && <FirstSteps />}
          <AdminActions overview={overview} />
          {isLive && !isLoadingError && <QueueCard figures={overview?.live ?? undefined} />}
        </Stack>
        {activity.data && <RecentActivity activity={activity.data} />}
        {activity.isLoadingError && <LoadFailure query={activity} />}
      </Stack>
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

/** The quick actions of the admin home (docs/evidence/spec-clauses.md#s2-admin-home); the first is the one filled button. */
function AdminActions({ overview }: { overview: AdminOverview | undefined }) {
  return (
    <Card as="section" pad aria-labelledby="admin-actions">
      <h2 className={kit.heading} id="admin-actions">
        Quick actions
      </h2>
      <Stack as="ul" gap={2} above={4}>
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
      </Stack>
    </Card>
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
    <Card as="section" pad aria-labelledby="first-steps">
      <h2 className={kit.heading} id="first-steps">
        First steps
      </h2>
      <Stack as="ol" gap={3} above={4} className={css.steps}>
        {steps.map(({ to, name, text }) => (
          <li key={to}>
            <Link className={kit.link} to={to}>
              {name}
            </Link>
            <span className={kit.soft}> {text}</span>
          </li>
        ))}
      </Stack>
    </Card>
  );
}

/** The admins' queue besides the specified figures; live data only. */
function QueueCard({ figures }: { figures: Overview | undefined }) {
  const links = [
    { to: `${screens.contentManagement}?view=${dueView}`, label: "Due for renewal" },
    { to: `${screens.contentManagement}?view=${reportsView}`, label: "Reports", open: figures?.openReports },
    {
      to: `${screens.userManagement}?view=${deletionsView}`,
      label: "Deletion requests",
      open: figures?.deletionRequests,
    },
    {
      to: `${screens.userManagement}?view=${waitingView}`,
      label: "Waiting for approval",
      open: figures?.waitingUsers,
    },
    { to: screens.adminInvitations, label: "Invitations" },
    { to: screens.adminSettings, label: "Site settings" },
    { to: screens.adminPages, label: "Pages" },
    { to: screens.ledger, label: "Public ledger" },
  ];
  return (
    <Card as="section" pad gap={3} aria-labelledby="queue-card">
      <h2 className={kit.heading} id="queue-card">
        Review queue
      </h2>
      <DeskFigures figures={figures} />
      {figures?.logAudit && <AuditLine audit={figures.logAudit} />}
      <ul className={kit.lined}>
        {links.map(({ to, label, open }) => (
          <li key={label}>
            <Link className={`${kit.spread} ${kit.hoverLink} ${css.queueLink}`} to={to}>
              <span className={kit.iconed}>
                {label}
                <Count value={open ?? 0} of="open" />
              </span>
              <ChevronRight className={kit.muted} size={18} />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function AuditLine({ audit: { at, fits, problem } }: { audit: NonNullable<Overview["logAudit"]> }) {
  if (fits !== false) {
    const outcome = fits ? "everything that readers see matches it" : problem;
    return (
      <Text kind="note">
        Public log, {formatMoment(at)}: {outcome}.
      </Text>
    );
  }
  return (
    <Alert kind="danger" title="The site does not match its public log">
      {formatMoment(at)}: {problem}.
    </Alert>
  );
}
