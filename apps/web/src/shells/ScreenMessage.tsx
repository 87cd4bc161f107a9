import type { ReactNode } from "react";
import { Spot, type SpotName } from "../art/Spot.tsx";

interface ScreenMessageProps {
  spot: SpotName;
  /** A small line above the title. */
  note?: string;
  title: string;
  text: string;
  /** The way on. */
  children: ReactNode;
}

/** All that a screen has to say when it has nothing else to show. */
export function ScreenMessage({ spot, note, title, text, children }: ScreenMessageProps) {
  return (
    <div className="grid justify-items-center gap-3 py-12 text-center">
      <Spot name={spot} />
      {note && <p className="caps">{note}</p>}
      <h1 className="h1">{title}</h1>
      <p className="sub">{text}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">{children}</div>
    </div>
  );
}
