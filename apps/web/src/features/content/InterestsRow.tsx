import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import * as css from "../../ui/layout.module.css";
import { CardRow } from "./CardRow.tsx";
import { rowLength } from "./CardRowSkeleton.tsx";
import { interestsQuery, personalFeedQuery } from "./content.queries.ts";

/** Items about the reader's interests that the Personalized Feed does not begin with; nothing where there are none. */
export function InterestsRow({ interests }: { interests: readonly string[] }) {
  const headingId = useId();
  const { data: found } = useQuery(interestsQuery(interests));
  const { data: feed } = useQuery(personalFeedQuery);
  if (!found || !feed) return null;
  const first = new Set(feed.items.slice(0, rowLength).map(({ id }) => id));
  const others = found.filter(({ id }) => !first.has(id));
  if (others.length === 0) return null;
  return (
    <section className={css.section} aria-labelledby={headingId}>
      <div className={css.sectionHead}>
        <div>
          <h2 className={css.h2} id={headingId}>
            In your interests
          </h2>
          <p className={css.sub}>{interests.join(", ")}</p>
        </div>
      </div>
      <CardRow items={others} labelledBy={headingId} />
    </section>
  );
}
