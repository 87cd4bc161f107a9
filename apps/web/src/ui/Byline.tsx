import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { Avatar } from "./Avatar.tsx";
import * as css from "./byline.module.css";
import { cx } from "./cx.ts";

interface BylineProps extends ComponentProps<typeof Avatar> {
  /** Second line: a date, a role, an address. */
  note?: ReactNode;
  /** Path of the person's page. */
  to?: string | undefined;
}

/** A person's name with the avatar beside it. */
export function Byline({ name, photo, size = 26, note, to, className }: BylineProps) {
  return (
    <span className={cx(css.root, className)}>
      <Avatar name={name} photo={photo} size={size} />
      <span className={css.text}>
        <b>{to === undefined ? name : <Link to={to}>{name}</Link>}</b>
        {note && <span>{note}</span>}
      </span>
    </span>
  );
}
