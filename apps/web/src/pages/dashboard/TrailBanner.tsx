import { useQuery } from "@tanstack/react-query";
import { Scene } from "../../art/Scene.tsx";
import { personalFeedQuery } from "../../features/content/content.queries.ts";
import "./trail-banner.css";

export function TrailBanner() {
  const { data } = useQuery(personalFeedQuery);
  return (
    <section className="trail-banner">
      <Scene name="banner" />
      <div className="trail-banner-in">
        <h1>Fresh stones on your trail</h1>
        <p>{lineFor(data?.total)}</p>
      </div>
    </section>
  );
}

/** Says only what has been counted. */
function lineFor(total: number | undefined) {
  if (!total) return "Every piece here is checked by a named person.";
  return total === 1
    ? "One verified piece to explore."
    : `${total.toLocaleString("en")} verified pieces to watch, read and hear.`;
}
