import type { ReactNode } from "react";
import { Stones } from "../../art/Stones.tsx";
import "../../ui/card.css";
import "./step-card.css";

const stepCount = 3;

interface StepCardProps {
  /** How far the chain has got; without it the card stands by itself, all its stones in place. */
  step?: 1 | 2 | 3;
  title: string;
  text: string;
  children: ReactNode;
}

/** One screen of the chain: a card with a stone for each step that is reached. */
export function StepCard({ step, title, text, children }: StepCardProps) {
  return (
    <div className="card step-card">
      <div className="step-card-top">
        <span className="step-card-stones">
          <Stones size={30} count={step} />
        </span>
        {step && (
          <span className="caps">
            Step {step} of {stepCount}
          </span>
        )}
      </div>
      <h1 className="h2">{title}</h1>
      <p className="sub">{text}</p>
      {children}
    </div>
  );
}
