import "./count.css";

/** A number worth acting on, such as unread notifications; nothing at zero. */
export function Count({ value, of }: { value: number; of: string }) {
  if (value <= 0) return null;
  return (
    <span className="count">
      {value > 99 ? "99+" : value}
      <span className="sr-only"> {of}</span>
    </span>
  );
}
