import type { ReactNode } from "react";
import { Spot, type SpotName } from "../art/Spot.tsx";
import * as kit from "../ui/kit.module.css";
import * as css from "./screen-message.module.css";

interface ScreenMessageProps {
  spot: SpotName;
  /** A small line above the title. */
  note?: string;
  title: string;
  text: string;
  /** Links or buttons that lead on. */
  children: ReactNode;
}

/** A full-screen message for a screen that has nothing else to show. */
export function ScreenMessage({ spot, note, title, text, children }: ScreenMessageProps) {
  return (
    <div className={`${kit.stack} ${kit.gap3} ${css.root}`}>
      <Spot name={spot} />
      {note && <p className={kit.caps}>{note}</p>}
      <h1 className={kit.h1}>{title}</h1>
      <p className={kit.sub}>{text}</p>
      <div className={`${kit.cluster} ${kit.gap3} ${css.actions}`}>{children}</div>
    </div>
  );
}
