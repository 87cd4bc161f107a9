import type { ComponentProps, ReactNode } from "react";
import { Avatar } from "./Avatar.tsx";
import "./byline.css";

interface BylineProps extends ComponentProps<typeof Avatar> {
  /** Second line: a date, a role, an address. */
  note?: ReactNode;
}

/** Who, with the face beside the name. */
export function Byline({ name, photo, size = 26, note }: BylineProps) {
  return (
    <span className="byline">
      <Avatar name={name} photo={photo} size={size} />
      <span className="byline-text">
        <b>{name}</b>
        {note && <span>{note}</span>}
      </span>
    </span>
  );
}
