import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import "./alert.css";

const icons = { danger: CircleAlert, success: CircleCheck, warn: TriangleAlert, info: Info };

export type AlertKind = keyof typeof icons;

interface AlertProps {
  kind: AlertKind;
  title?: string;
  children: ReactNode;
}

/** A message that belongs to a page or form. Danger interrupts a screen reader, the others wait for a pause. */
export function Alert({ kind, title, children }: AlertProps) {
  const Icon = icons[kind];
  return (
    <div className={`alert alert-${kind}`} role={kind === "danger" ? "alert" : "status"}>
      <Icon size={18} />
      <div>
        {title && <b>{title}</b>}
        {children}
      </div>
    </div>
  );
}
