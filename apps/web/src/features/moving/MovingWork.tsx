import { useId } from "react";
import * as cardCss from "../../ui/card.module.css";
import * as layoutCss from "../../ui/layout.module.css";
import * as partsCss from "../../ui/parts.module.css";
import { BringWork } from "./BringWork.tsx";
import { DownloadWork } from "./DownloadWork.tsx";

/** The ways of a writer's work out of the site and in (docs/rules.md#d133). */
export function MovingWork() {
  const headingId = useId();
  return (
    <section
      className={`${cardCss.root} ${cardCss.panel} ${layoutCss.stack} ${layoutCss.gap4} ${partsCss.top3}`}
      aria-labelledby={headingId}
    >
      <h2 className={layoutCss.h3} id={headingId}>
        Your work as files
      </h2>
      <DownloadWork />
      <BringWork />
    </section>
  );
}
