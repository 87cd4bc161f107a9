import type { ReactNode } from "react";
import { Box, type BoxProps } from "./Box.tsx";
import { cx } from "./cx.ts";
import * as kit from "./kit.module.css";
import * as layout from "./layout.module.css";

interface ListRowProps extends BoxProps {
  /** Shown before and after its words. */
  lead?: ReactNode;
  end?: ReactNode;
  /** With the space of a card's edge at both ends. */
  pad?: boolean;
}

/** One of a list, with a line between it and the one above. */
export function ListRow({ as = "li", lead, end, pad, className, children, ...rest }: ListRowProps) {
  return (
    <Box gap={3} {...rest} as={as} className={cx(kit.row, layout.listRow, pad && layout.isPadded, className)}>
      {lead}
      <div className={layout.listMain}>{children}</div>
      {end}
    </Box>
  );
}
