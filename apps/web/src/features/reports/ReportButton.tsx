import { Flag } from "lucide-react";
import { Suspense, useState } from "react";
import { lazyNamed } from "../../lib/lazy-named.ts";
import { IconButton } from "../../ui/Button.tsx";
import type { Reported } from "./reports.queries.ts";

// Lazy: few users ever need it.
const ReportDialog = lazyNamed(() => import("./ReportDialog.tsx"), "ReportDialog");

interface ReportButtonProps extends Reported {
  label: string;
  className?: string;
}

/** Lets a member report a published item, or a comment on it, to the admins. */
export function ReportButton({ label, className, ...reported }: ReportButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        className={className}
        kind="ghost"
        size="sm"
        label={label}
        icon={<Flag size={16} />}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <ReportDialog {...reported} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
