import { Suspense, useState } from "react";
import { useDraft } from "../../lib/forms/useDraft.ts";
import { lazyNamed } from "../../lib/lazy-named.ts";
import { useSession } from "../../lib/session/useSession.tsx";
import { Button } from "../../ui/Button.tsx";
import { Stack } from "../../ui/Stack.tsx";
import { Text } from "../../ui/Text.tsx";
import { answerPlace } from "./useUnsentAnswer.ts";

// Lazy: most reasons are answered by another revision.
const ReasonAnswerForm = lazyNamed(() => import("./ReasonAnswerForm.tsx"), "ReasonAnswerForm");

interface ReasonAnswerProps {
  /** The flagged revision. */
  item: { id: number; revision: number; title: string };
  /** What the author has answered so far. */
  answer: string | undefined;
}

/**
 * The author's answer beside a reviewer's reason, to write and to change (docs/rules.md#answers-to-reasons). What was typed and not
 * sent is there again after a reload.
 */
export function ReasonAnswer({ item, answer }: ReasonAnswerProps) {
  const owner = useSession()?.userId ?? null;
  const { draft, keep } = useDraft(owner, answerPlace(item));
  const [isOpen, setOpen] = useState<boolean>();
  const label = answer === undefined ? "Answer" : "Change your answer";
  return (
    <Text as="div" kind="small" above={3}>
      {(isOpen ?? draft !== null) ? (
        <Suspense>
          <ReasonAnswerForm
            id={item.id}
            revision={item.revision}
            answer={draft?.text ?? answer}
            autoFocus={isOpen}
            onType={(text) => keep({ text })}
            onClose={() => {
              keep(null);
              setOpen(false);
            }}
          />
        </Suspense>
      ) : (
        <Stack gap={1} starts>
          {answer !== undefined && (
            <p>
              <b>Your answer:</b> {answer}
            </p>
          )}
          <Button
            size="sm"
            aria-label={`${label}: ${item.title}`}
            // Takes the focus back from the form that it stands in for.
            autoFocus={isOpen === false}
            onClick={() => setOpen(true)}
          >
            {label}
          </Button>
        </Stack>
      )}
    </Text>
  );
}
