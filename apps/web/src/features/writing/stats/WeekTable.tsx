import type { FigureWeek } from "@cairn/contract";
import { formatTermDay } from "../../../lib/time/dates.ts";
import * as kit from "../../../ui/kit.module.css";
import * as css from "./writer-weeks.module.css";

interface WeekTableProps {
  weeks: readonly FigureWeek[];
  /** Visible only to screen readers, because the charts are next to it. */
  hidden?: boolean;
}

/** The figures behind the charts. */
export function WeekTable({ weeks, hidden }: WeekTableProps) {
  return (
    <table className={hidden ? kit.srOnly : `${kit.small} ${kit.num} ${css.table}`}>
      <caption>Posts, likes and comments per week</caption>
      <thead>
        <tr>
          <th scope="col">Week of</th>
          <th scope="col">Posts</th>
          <th scope="col">Likes</th>
          <th scope="col">Comments</th>
        </tr>
      </thead>
      <tbody>
        {weeks.map(({ week, posts, likes, comments }) => (
          <tr key={week}>
            <th scope="row">{formatTermDay(week)}</th>
            <td>{posts}</td>
            <td>{likes}</td>
            <td>{comments}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
