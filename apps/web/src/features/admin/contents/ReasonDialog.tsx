import { limits, messages } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { isComposing } from "../../../lib/composition.ts";
import { filled, useForm } from "../../../lib/forms/useForm.ts";
import { siteName } from "../../../lib/site.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormDialog } from "../../../ui/FormDialog.tsx";
import * as kit from "../../../ui/kit.module.css";
import { LoadingLine } from "../../../ui/LoadingLine.tsx";
import { SafeHtml } from "../../../ui/SafeHtml.tsx";
import { Stack } from "../../../ui/Stack.tsx";
import { TextArea } from "../../../ui/TextInput.tsx";
import { useAdminCalls } from "../admin-calls.ts";
import type { AdminContent } from "../admin-model.ts";
import { useAgain } from "../asked-item.ts";
import { revisionQuery } from "../live/contents.queries.ts";
import { LoadFailure, useAction } from "../useAction.tsx";
import * as css from "./contents.module.css";
import { keepReason, lastReasons } from "./last-reasons.ts";
import { selectedText, withQuote } from "./quote.ts";
import type { Unsent } from "./useDecide.ts";

interface ReasonDialogProps {
  content: AdminContent;
  verdict: "flag" | "remove";
  reasons: Unsent;
  /** Begins the reason. */
  quote: string;
  news: ReactNode;
  onDecided: () => void;
  onClose: () => void;
}

const looks = {
  flag: { title: (item: string) => `Flag “${item}”`, save: "Flag", kind: "primary" },
  remove: { title: () => "Remove this item?", save: "Remove", kind: "danger" },
} as const;

/** Asks why. The author sees the reason; of a published item, so does anyone who views its history. */
export function ReasonDialog({
  content,
  verdict,
  reasons,
  quote,
  news,
  onDecided,
  onClose,
}: ReasonDialogProps) {
  const { title, save, kind } = looks[verdict];
  const calls = useAdminCalls();
  const query = useQuery(revisionQuery(content.id, content.desk?.revision ?? 1));
  const { data: revision, isLoadingError } = query;
  const [offered] = useState(lastReasons);
  const { run, problem, isWorking } = useAction();
  const again = useAgain();
  const { read, field, change, focusFirst, problems, submit } = useForm({
    initial: { reason: withQuote(reasons.get(content.id) ?? "", quote) },
    check: ({ reason }) => ({ reason: filled(reason, "Please enter a reason.") }),
  });
  const setReason = (reason: string) => {
    change({ reason });
    reasons.set(content.id, reason);
    focusFirst(["reason"]);
  };
  // The dialog itself focuses its first button.
  const focusReason = useEffectEvent(() => focusFirst(["reason"]));
  useEffect(() => focusReason(), []);
  const decide = submit(async ({ reason }) => {
    const done = await run(
      async () => {
        const told = await calls[verdict](content, reason.trim());
        reasons.delete(content.id);
        return told;
      },
      verdict === "flag" ? again(content) : undefined,
    );
    if (!done) return;
    keepReason(reason.trim());
    onDecided();
  });
  return (
    <FormDialog
      size="wide"
      title={title(content.title)}
      save={save}
      kind={kind}
      isWorking={isWorking}
      problem={problem}
      onClose={onClose}
      onSubmit={decide}
    >
      {verdict === "remove" && (
        <p>
          “{content.title}” will be permanently removed from {siteName()}. Its decisions stay in the ledger.
        </p>
      )}
      {news}
      <div className={css.beside}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
        <section className={css.judged} aria-label="The text" tabIndex={0} data-quotable="">
          {revision && <SafeHtml html={revision.body_html} />}
          {isLoadingError && <LoadFailure query={query} />}
          {!revision && !isLoadingError && <LoadingLine text={messages.loading} />}
        </section>
        <Stack className={css.aside}>
          <Field
            label="Reason"
            hint={`The author will read this. Say what ${verdict === "flag" ? "has to change" : "was wrong"}.`}
            error={problems.reason}
          >
            <TextArea
              {...field("reason", () => reasons.set(content.id, read().reason))}
              maxLength={limits.reasonLength}
              required
              aria-keyshortcuts="Control+Enter"
              onKeyDown={(event) => {
                const { key, ctrlKey, metaKey, nativeEvent, currentTarget } = event;
                if (key !== "Enter" || !(ctrlKey || metaKey) || isComposing(nativeEvent)) return;
                event.preventDefault();
                currentTarget.form?.requestSubmit();
              }}
            />
          </Field>
          <QuoteButton onQuote={(text) => setReason(withQuote(read().reason, text))} />
          {offered.length > 0 && (
            <Stack as="ul" gap={2} className={kit.small} aria-label="Your last reasons">
              {offered.map((reason) => (
                <li key={reason}>
                  <button
                    type="button"
                    className={`${kit.link} ${kit.breaks}`}
                    onClick={() => setReason(reason)}
                  >
                    {reason}
                  </button>
                </li>
              ))}
            </Stack>
          )}
        </Stack>
      </div>
    </FormDialog>
  );
}

/** Puts what is selected of the text into the reason. */
function QuoteButton({ onQuote }: { onQuote: (text: string) => void }) {
  const [text, setText] = useState("");
  useEffect(() => {
    // Where nothing of the text is selected any more, what was selected last stays: a press may end the selection.
    const look = () => setText((before) => selectedText() || before);
    document.addEventListener("selectionchange", look);
    return () => document.removeEventListener("selectionchange", look);
  }, []);
  return (
    <Button
      size="sm"
      disabled={text === ""}
      onClick={() => {
        onQuote(text);
        setText("");
      }}
    >
      Quote the selected text
    </Button>
  );
}
