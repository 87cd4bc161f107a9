import { adminScopes, type TokenScope, tokenLimits, tokenScopes } from "@cairn/contract";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { messageOf } from "../../lib/api/api-error.ts";
import { useSend } from "../../lib/useSend.ts";
import { CheckboxGroup } from "../../ui/CheckboxGroup.tsx";
import { Field } from "../../ui/Field.tsx";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { SecretDialog } from "../../ui/SecretDialog.tsx";
import { Select } from "../../ui/Select.tsx";
import { Stack } from "../../ui/Stack.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { createToken } from "./tokens.queries.ts";

const scopeLabels: Record<TokenScope, string> = {
  read: "Read what you can read",
  write: "Write posts, comments and your profile",
  review: "Review posts and reports",
  admin: "Do what else admins can do",
};

const terms = [30, tokenLimits.usualDays, 180, tokenLimits.days];
const day = 24 * 60 * 60_000;

interface NewTokenDialogProps {
  /** Only verified admins may give the scopes of admins. */
  isAdmin: boolean;
  onClose: () => void;
}

/** Makes a token, and then shows it once. */
export function NewTokenDialog({ isAdmin, onClose }: NewTokenDialogProps) {
  const cache = useQueryClient();
  const { send, isSending, failure } = useSend(messageOf);
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<TokenScope[]>(["read"]);
  const [days, setDays] = useState<number>(tokenLimits.usualDays);
  const [token, setToken] = useState<string>();
  const [isTried, setTried] = useState(false);

  const isNamed = name.trim() !== "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isNamed || scopes.length === 0) return;
    void send(async () => {
      const ends_at = new Date(Date.now() + days * day).toISOString();
      const made = await createToken(cache, { name: name.trim(), scopes, ends_at });
      setToken(made.token);
    });
  };

  if (token !== undefined) {
    return (
      <SecretDialog
        title="Your new token"
        label="Token"
        secret={token}
        hint="The program sends it in the header Authorization: Bearer TOKEN."
        onClose={onClose}
      />
    );
  }
  const offered = tokenScopes.filter((scope) => isAdmin || !adminScopes.includes(scope));
  return (
    <FormDialog
      title="New token"
      save="Make token"
      isWorking={isSending}
      problem={failure ?? undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack gap={5}>
        <Field
          label="Name"
          hint="What the program is, so that you know it later."
          {...(isTried && !isNamed && { error: "Please enter a name." })}
        >
          <TextInput
            value={name}
            maxLength={tokenLimits.nameLength}
            autoComplete="off"
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        </Field>
        <CheckboxGroup
          legend="What it may do"
          options={offered.map((value) => ({ value, label: scopeLabels[value] }))}
          chosen={scopes}
          error={isTried && scopes.length === 0 ? "Please choose at least one." : undefined}
          onChange={setScopes}
        />
        <Field label="It ends after">
          <Select value={days} onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}>
            {terms.map((count) => (
              <option key={count} value={count}>
                {count} days
              </option>
            ))}
          </Select>
        </Field>
      </Stack>
    </FormDialog>
  );
}
