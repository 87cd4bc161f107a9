import { CircleCheck, CircleDashed, X } from "lucide-react";
import type { ReactNode } from "react";
import { SendLinkAgain } from "../../features/confirmation/SendLinkAgain.tsx";
import { IconButton } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { cx } from "../../ui/cx.ts";
import * as kit from "../../ui/kit.module.css";
import { Row, Stack } from "../../ui/Stack.tsx";
import * as css from "./first-steps.module.css";

interface FirstStepsProps {
  onDismiss: () => void;
  /** Its steps. */
  children: ReactNode;
}

/** What a new member does first, until all is done or the list is dismissed on this device. */
export const FirstSteps = ({ onDismiss, children }: FirstStepsProps) => (
  <Card as="section" pad above={6} aria-labelledby="first-steps">
    <Row between gap={3}>
      <h2 className={kit.heading} id="first-steps">
        First steps
      </h2>
      <IconButton kind="ghost" size="sm" label="Dismiss" icon={<X size={16} />} onClick={onDismiss} />
    </Row>
    <Stack as="ol" above={4}>
      {children}
    </Stack>
  </Card>
);

interface StepProps {
  name: string;
  isDone: boolean;
  /** How it is done; not shown once it is. */
  children: ReactNode;
}

export const Step = ({ name, isDone, children }: StepProps) => (
  <Row as="li" top gap={3}>
    {isDone ? (
      <CircleCheck size={20} className={css.isDone} role="img" aria-hidden={false} aria-label="Done" />
    ) : (
      <CircleDashed size={20} className={kit.muted} />
    )}
    <div className={kit.grow}>
      <b className={cx(isDone && kit.muted)}>{name}</b>
      {!isDone && <div className={kit.soft}>{children}</div>}
    </div>
  </Row>
);

export const ConfirmEmail = ({ isDone }: { isDone: boolean }) => (
  <Step name="Confirm your email" isDone={isDone}>
    <p>
      Open the link that we mailed you. <SendLinkAgain />
    </p>
  </Step>
);
