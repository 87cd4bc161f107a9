import type { ReactNode } from "react";
import { Stones } from "../../art/Stones.tsx";
import * as cardCss from "../../ui/card.module.css";
import * as layoutCss from "../../ui/layout.module.css";
import * as partsCss from "../../ui/parts.module.css";
import * as css from "./step-card.module.css";

const stepCount = 3;

interface StepCardProps {
  /** The current step; without it the card stands alone and shows all its stones. */
  step?: 1 | 2 | 3;
  title: string;
  text: string;
  children: ReactNode;
}

/** A screen of the reset flow: a card with a stone for each step reached. */
export function StepCard({ step, title, text, children }: StepCardProps) {
  return (
    <div className={`${cardCss.root} ${css.root}`}>
      <div className={`${layoutCss.row} ${css.top}`}>
        <span className={`${partsCss.tile} ${partsCss.sign} ${css.stones}`}>
          <Stones size={30} count={step} />
        </span>
        {step && (
          <span className={layoutCss.caps}>
            Step {step} of {stepCount}
          </span>
        )}
      </div>
      <h1 className={layoutCss.h2}>{title}</h1>
      <p className={`${partsCss.soft} ${partsCss.breaks} ${css.text}`}>{text}</p>
      {children}
    </div>
  );
}
