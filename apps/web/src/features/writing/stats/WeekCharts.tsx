import type { FigureWeek } from "@cairn/contract";
import "../../../ui/card.css";
import { PostsChart } from "./PostsChart.tsx";
import { ReactionsChart } from "./ReactionsChart.tsx";
import "./week-charts.css";
import { WeekTable } from "./WeekTable.tsx";

/** The last weeks as pictures, and as a table for whoever does not see them. In a chunk of its own. */
export function WeekCharts({ weeks }: { weeks: readonly FigureWeek[] }) {
  return (
    <>
      <div className="card-grid g2 week-charts">
        <section className="card panel week-chart" aria-labelledby="posts-per-week">
          <div className="week-chart-head">
            <h2 id="posts-per-week">Posts per week</h2>
            <p>
              This week: <b>{weeks.at(-1)?.posts ?? 0}</b>
            </p>
          </div>
          <PostsChart weeks={weeks} />
        </section>
        <section className="card panel week-chart" aria-labelledby="reactions-per-week">
          <div className="week-chart-head">
            <h2 id="reactions-per-week">Likes & comments per week</h2>
            <p className="week-chart-legend" aria-hidden="true">
              <span className="is-likes">Likes</span>
              <span className="is-comments">Comments</span>
            </p>
          </div>
          <ReactionsChart weeks={weeks} />
        </section>
      </div>
      <WeekTable weeks={weeks} hidden />
    </>
  );
}
