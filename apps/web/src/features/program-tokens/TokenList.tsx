import type { ProgramToken } from "@cairn/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { serverMessageOr } from "../../lib/api/api-error.ts";
import { formatDay } from "../../lib/time/dates.ts";
import { TimeAgo } from "../../lib/time/TimeAgo.tsx";
import { useSend } from "../../lib/useSend.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import * as kit from "../../ui/kit.module.css";
import { ListRow } from "../../ui/ListRow.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { Row } from "../../ui/Stack.tsx";
import { Text } from "../../ui/Text.tsx";
import { NewTokenDialog } from "./NewTokenDialog.tsx";
import { deleteToken, tokensQuery } from "./tokens.queries.ts";

/** The member's tokens for programs (docs/rules.md#tokens-for-programs). */
export function TokenList({ isAdmin }: { isAdmin: boolean }) {
  const query = useQuery(tokensQuery);
  const [isMaking, setMaking] = useState(false);
  const [leaving, setLeaving] = useState<ProgramToken>();
  return (
    <Card as="section" pad gap={3} aria-labelledby="tokens">
      <Row between wrap>
        <h2 id="tokens" className={kit.h3}>
          Tokens for programs
        </h2>
        <Button size="sm" onClick={() => setMaking(true)}>
          <Plus size={16} />
          New token
        </Button>
      </Row>
      <Text kind="soft">
        A program that has a token makes calls in your name, and only those that you allow. A new password
        ends all tokens.
      </Text>
      <Loaded query={query} failure="Your tokens could not be loaded.">
        {(tokens) =>
          tokens.length > 0 && (
            <ul>
              {tokens.map((token) => (
                <TokenRow key={token.id} token={token} onDelete={() => setLeaving(token)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isMaking && <NewTokenDialog isAdmin={isAdmin} onClose={() => setMaking(false)} />}
      {leaving && <DeleteTokenDialog token={leaving} onClose={() => setLeaving(undefined)} />}
    </Card>
  );
}

function TokenRow({ token, onDelete }: { token: ProgramToken; onDelete: () => void }) {
  const { name, scopes, last_used_at: lastUse, ends_at: end } = token;
  return (
    <ListRow
      lead={<KeyRound className={kit.muted} size={20} />}
      end={
        <Button size="sm" aria-label={`Delete the token ${name}`} onClick={onDelete}>
          Delete
        </Button>
      }
    >
      <p className={kit.breaks}>
        <b>{name}</b>
      </p>
      <Text kind="note">
        {scopes.join(", ")} · {lastUse === null ? "Never used" : <LastUse instant={lastUse} />} · Ends{" "}
        {formatDay(end)}
      </Text>
    </ListRow>
  );
}

const LastUse = ({ instant }: { instant: string }) => (
  <>
    Last used <TimeAgo instant={instant} />
  </>
);

const failed = "The token could not be deleted. Please try again.";

function DeleteTokenDialog({ token: { id, name }, onClose }: { token: ProgramToken; onClose: () => void }) {
  const cache = useQueryClient();
  const { send, isSending, failure } = useSend(serverMessageOr(failed));
  const remove = () =>
    send(async () => {
      await deleteToken(cache, id);
      onClose();
    });
  return (
    <ConfirmDialog
      title="Delete this token?"
      confirm="Delete"
      isWorking={isSending}
      error={failure}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p className={kit.breaks}>The program that uses “{name}” is refused at once.</p>
    </ConfirmDialog>
  );
}
