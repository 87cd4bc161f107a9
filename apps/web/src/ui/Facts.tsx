import type { ReactNode } from "react";
import { Box, type BoxProps } from "./Box.tsx";
import { cx } from "./cx.ts";
import * as kit from "./kit.module.css";
import * as layout from "./layout.module.css";

/** Names and their values, in two columns; `--fact-columns` sets the columns (`grid-template-columns`). */
export const Facts = ({ className, ...rest }: BoxProps) => (
  <Box gap={2} {...rest} as="dl" className={cx(kit.stack, layout.facts, className)} />
);

export const Fact = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
