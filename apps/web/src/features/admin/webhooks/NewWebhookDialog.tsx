import { type WebhookEvent, webhookEvents, webhookLimits } from "@cairn/contract";
import { type FormEvent, useState } from "react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { useSend } from "../../../lib/useSend.ts";
import { CheckboxGroup } from "../../../ui/CheckboxGroup.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormDialog } from "../../../ui/FormDialog.tsx";
import { SecretDialog } from "../../../ui/SecretDialog.tsx";
import { Stack } from "../../../ui/Stack.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { createWebhook } from "../live/webhooks.queries.ts";
import { eventLabels } from "./event-labels.ts";

/** Adds a webhook, and then shows its secret once. */
export function NewWebhookDialog({ onClose }: { onClose: () => void }) {
  const { send, isSending, failure } = useSend(messageOf);
  const [url, setUrl] = useState("");
  const [events, setEvents] = useState<WebhookEvent[]>(["content.approved"]);
  const [secret, setSecret] = useState<string>();
  const [isTried, setTried] = useState(false);

  const hasAddress = url.trim() !== "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!hasAddress || events.length === 0) return;
    void send(async () => setSecret((await createWebhook(url.trim(), events)).secret));
  };

  if (secret !== undefined) {
    return (
      <SecretDialog
        title="Your new webhook"
        label="Secret"
        secret={secret}
        hint="With it the receiver checks that messages come from this site."
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      title="New webhook"
      save="Add webhook"
      isWorking={isSending}
      problem={failure ?? undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack gap={5}>
        <Field
          label="Address"
          hint="An https address, to which the site sends a message for each event."
          {...(isTried && !hasAddress && { error: "Please enter an address." })}
        >
          <TextInput
            type="url"
            value={url}
            maxLength={webhookLimits.urlLength}
            placeholder="https://"
            autoComplete="off"
            onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          />
        </Field>
        <CheckboxGroup
          legend="Events"
          options={webhookEvents.map((value) => ({ value, label: eventLabels[value] }))}
          chosen={events}
          error={isTried && events.length === 0 ? "Please choose at least one." : undefined}
          onChange={setEvents}
        />
      </Stack>
    </FormDialog>
  );
}
