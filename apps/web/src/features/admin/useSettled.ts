import { useEffect, useState } from "react";
import { useAdminCalls } from "./admin-calls.ts";

/** How long typing must pause, in milliseconds, before the server is asked. */
const pause = 300;

/** What is searched for: live, the text once it has stopped changing. */
export function useSettled(text: string): string {
  const { kind } = useAdminCalls();
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return kind === "sample" ? text : settled.trim();
}
