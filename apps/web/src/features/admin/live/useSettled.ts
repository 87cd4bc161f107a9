import { useEffect, useState } from "react";

/** How long somebody stops typing before their words are looked for. */
const pause = 300;

/** The text, once it has stopped changing. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return settled.trim();
}
