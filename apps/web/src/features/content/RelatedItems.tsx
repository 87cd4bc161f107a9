import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { Section } from "../../ui/Section.tsx";
import { ContentCard } from "./ContentCard.tsx";
import { relatedQuery } from "./content.queries.ts";
import * as css from "./related-items.module.css";

/** Pixels below the window at which the items are fetched. */
const ahead = 600;

/** Published items like this one; fetched when the reader comes near. */
export function RelatedItems({ id }: { id: number }) {
  const headingId = useId();
  const { place, isNear } = useNearness();
  const { data: items = [] } = useQuery({ ...relatedQuery(id), enabled: isNear });
  return (
    <div ref={place}>
      {items.length > 0 && (
        <Section isSmall id={headingId} title="Related posts">
          <ul className={css.cards}>
            {items.map((item) => (
              <li key={item.id}>
                <ContentCard item={item} signed isCompact />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  );
}

/** Whether the place has come near the window; stays so. */
function useNearness() {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!place.current || isNear) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: `${ahead}px` },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isNear]);
  return { place, isNear };
}
