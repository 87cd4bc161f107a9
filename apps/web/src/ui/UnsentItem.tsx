import { isBlank } from "@cairn/contract";
import { CloudUpload } from "lucide-react";
import { useId, useState } from "react";
import { Link } from "react-router";
import type { OutboxEntry } from "../lib/outbox/entry.ts";
import { changeWords, kick, removeUnsent, sendAgain } from "../lib/outbox/sender.ts";
import { waitingText } from "../lib/outbox/unsent.ts";
import { Badge } from "./Badge.tsx";
import { Button } from "./Button.tsx";
import { copyText } from "./copy-text.ts";
import * as kit from "./kit.module.css";
import { Row, Stack } from "./Stack.tsx";
import { Text } from "./Text.tsx";
import { TextArea } from "./TextInput.tsx";
import * as css from "./unsent-item.module.css";

interface UnsentItemProps {
  entry: OutboxEntry;
  /** Where the page that it was written on does not show anyway: names it and leads there. */
  withPlace?: boolean;
}

const wordsOf = ({ body, words }: OutboxEntry) => (words === null ? "" : String(body?.[words] ?? ""));

/** An act that waits for the network or was refused, with what its member can do about it (docs/rules.md#outbox). */
export function UnsentItem({ entry, withPlace = false }: UnsentItemProps) {
  const { label, place, problem, state, tried_at } = entry;
  const [typed, setTyped] = useState<string | null>(null);
  const labelId = useId();
  const words = wordsOf(entry);
  const isRefused = state === "refused";

  return (
    <Stack as="article" gap={2} className={css.root} aria-labelledby={labelId}>
      <Row as="p" wrap className={kit.note}>
        <span id={labelId}>
          {withPlace ? (
            <Link className={kit.link} to={place}>
              {label}
            </Link>
          ) : (
            label
          )}
        </span>
        <Badge kind={isRefused ? "danger" : "info"} icon={CloudUpload}>
          {isRefused ? "Not sent" : waitingText}
        </Badge>
      </Row>
      {isRefused && (
        <Text kind="small" className={css.problem} role="alert">
          {problem}
        </Text>
      )}
      {!isRefused && tried_at !== null && (
        <Text kind="note">It may already have arrived; sending again creates no duplicate.</Text>
      )}
      {typed === null ? (
        words && (
          <Text kind="small" className={css.words} dir="auto">
            {words}
          </Text>
        )
      ) : (
        <TextArea
          aria-label={label}
          value={typed}
          autoFocus
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <Row wrap>
        {typed === null ? (
          <Acts entry={entry} words={words} onEdit={() => setTyped(words)} describedBy={labelId} />
        ) : (
          <Editing
            canSave={!isBlank(typed)}
            onSave={() => void changeWords(entry, typed.trim()).then(() => setTyped(null))}
            onLeave={() => setTyped(null)}
          />
        )}
      </Row>
    </Stack>
  );
}

interface ActsProps {
  entry: OutboxEntry;
  words: string;
  onEdit: () => void;
  describedBy: string;
}

function Acts({ entry, words, onEdit, describedBy }: ActsProps) {
  const isSending = entry.state === "sending";
  // Its own page has the post, and what can be done about it.
  const isPost = entry.kind === "post";
  const common = { size: "sm", "aria-describedby": describedBy } as const;
  return (
    <>
      {entry.state === "refused" ? (
        !isPost && (
          <Button {...common} onClick={() => void sendAgain(entry)}>
            Send again
          </Button>
        )
      ) : (
        <Button {...common} disabled={isSending} onClick={kick}>
          Send now
        </Button>
      )}
      {words && (
        <Button {...common} kind="ghost" disabled={isSending} onClick={onEdit}>
          Edit
        </Button>
      )}
      {words && (
        <Button {...common} kind="ghost" onClick={() => void copyText(words)}>
          Copy
        </Button>
      )}
      {!isPost && (
        <Button {...common} kind="ghost" disabled={isSending} onClick={() => void removeUnsent(entry)}>
          Remove
        </Button>
      )}
    </>
  );
}

interface EditingProps {
  canSave: boolean;
  onSave: () => void;
  onLeave: () => void;
}

const Editing = ({ canSave, onSave, onLeave }: EditingProps) => (
  <>
    <Button size="sm" kind="primary" disabled={!canSave} onClick={onSave}>
      Save
    </Button>
    <Button size="sm" kind="ghost" onClick={onLeave}>
      Cancel
    </Button>
  </>
);
