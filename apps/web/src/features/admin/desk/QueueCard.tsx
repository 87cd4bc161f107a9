import { screens } from "@cairn/contract";
import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import { Count } from "../../../ui/Count.tsx";
import "../../../ui/card.css";
import type { DeskFigures as Figures } from "../admin-model.ts";
import { DeskFigures } from "./DeskFigures.tsx";
import "./queue-card.css";
import { deletionsView, reportsView } from "./views.ts";

/** What waits for the admins beside the specified figures; only live. */
export function QueueCard({ figures }: { figures: Figures | undefined }) {
  const links = [
    { to: `${screens.contentManagement}?view=${reportsView}`, label: "Reports", open: figures?.openReports },
    {
      to: `${screens.userManagement}?view=${deletionsView}`,
      label: "Deletion requests",
      open: figures?.deletionRequests,
    },
    { to: screens.ledger, label: "Public ledger" },
  ];
  return (
    <section className="card queue-card" aria-labelledby="queue-card">
      <h2 id="queue-card">Review queue</h2>
      <DeskFigures figures={figures} />
      <ul>
        {links.map(({ to, label, open }) => (
          <li key={label}>
            <Link to={to}>
              {label}
              <Count value={open ?? 0} of="open" />
              <ChevronRight size={18} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
