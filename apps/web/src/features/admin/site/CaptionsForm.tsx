import type { SiteSettings } from "@cairn/contract";
import { Card } from "../../../ui/Card.tsx";
import { CheckboxField } from "../../../ui/Checkbox.tsx";
import * as kit from "../../../ui/kit.module.css";
import { Text } from "../../../ui/Text.tsx";
import { ActionProblem, useAction } from "../useAction.tsx";
import { saveSettings } from "./site.queries.ts";

/** Whether films and recordings need captions. */
export function CaptionsForm({ settings }: { settings: SiteSettings }) {
  const { run, problem, isWorking } = useAction();
  return (
    <Card as="section" pad gap={3} aria-labelledby="captions">
      <h2 className={kit.heading} id="captions">
        Captions
      </h2>
      <CheckboxField
        label="Films and recordings need captions"
        className={`${kit.row} ${kit.gap2}`}
        checked={settings.captions_required}
        disabled={isWorking}
        onChange={(captions_required) => void run(() => saveSettings({ captions_required }))}
      />
      <Text kind="note">
        Without captions they can be drafts, but not sent for review, unless nobody speaks in them.
      </Text>
      <ActionProblem text={problem} />
    </Card>
  );
}
