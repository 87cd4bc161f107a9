import { readId } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useAdminCalls } from "../features/admin/admin-calls.ts";
import { webhooksQuery } from "../features/admin/live/webhooks.queries.ts";
import { DeliveryTable } from "../features/admin/webhooks/DeliveryTable.tsx";
import { NewWebhookDialog } from "../features/admin/webhooks/NewWebhookDialog.tsx";
import { WebhookTable } from "../features/admin/webhooks/WebhookTable.tsx";
import { Button } from "../ui/Button.tsx";
import { Section } from "../ui/Section.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import { AdminHead } from "./admin/AdminHead.tsx";

export function WebhooksPage() {
  const { kind } = useAdminCalls();
  return (
    <>
      <AdminHead heading="Webhooks" />
      {kind === "live" ? <Webhooks /> : <Text kind="soft">The sample has no webhooks.</Text>}
    </>
  );
}

function Webhooks() {
  const [isAdding, setAdding] = useState(false);
  return (
    <Stack gap={5}>
      <Text kind="soft">
        The site sends a message to each address when one of its events happens, and tries for 24 hours.
      </Text>
      <div>
        <Button onClick={() => setAdding(true)}>
          <Plus size={18} />
          New webhook
        </Button>
      </div>
      <WebhookTable />
      <Deliveries />
      {isAdding && <NewWebhookDialog onClose={() => setAdding(false)} />}
    </Stack>
  );
}

/** Of the webhook that the address names. */
function Deliveries() {
  const [params] = useSearchParams();
  const { data: webhooks } = useQuery(webhooksQuery);
  const id = readId(params.get("webhook") ?? undefined);
  const webhook = webhooks?.find((one) => one.id === id);
  if (!webhook) return null;
  return (
    <Section id="deliveries" title="Deliveries" sub={webhook.url}>
      <DeliveryTable webhookId={webhook.id} />
    </Section>
  );
}
