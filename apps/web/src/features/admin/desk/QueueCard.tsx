import { screens } from "@cairn/contract";
import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import { formatMoment } from "../../../lib/time/dates.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { Count } from "../../../ui/Count.tsx";
import * as cardCss from "../../../ui/card.module.css";
import * as layoutCss from "../../../ui/layout.module.css";
import * as partsCss from "../../../ui/parts.module.css";
import { deletionsView, dueView, reportsView } from "../AdminViews.tsx";
import type { DeskFigures as Figures, LogAudit } from "../admin-model.ts";
import { DeskFigures } from "./DeskFigures.tsx";
import * as css from "./queue-card.module.css";

/** The admins' queue besides the specified figures; live data only. */
export function QueueCard({ figures }: { figures: Figures | undefined }) {
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
    <section className={`${cardCss.root} ${css.root}`} aria-labelledby="queue-card">
      <h2 className={`${partsCss.heading} ${css.heading}`} id="queue-card">
        Review queue
      </h2>
      <DeskFigures figures={figures} />
      {figures?.logAudit && <AuditLine audit={figures.logAudit} />}
      <ul>
        {links.map(({ to, label, open }) => (
          <li className={css.line} key={label}>
            <Link className={`${layoutCss.row} ${partsCss.hoverLink} ${css.link}`} to={to}>
              {label}
              <Count value={open ?? 0} of="open" />
              <ChevronRight className={partsCss.chevron} size={18} />
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
      <p className={`${partsCss.note} ${css.audit}`}>
        Public log, {formatMoment(at)}: {outcome}.
      </p>
    );
  }
  return (
    <Alert kind="danger" title="The site does not match its public log" className={css.audit}>
      {formatMoment(at)}: {problem}.
    </Alert>
  );
}
