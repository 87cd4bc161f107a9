import type { SiteSettings } from "@cairn/contract";
import { Card } from "../../../ui/Card.tsx";
import { CheckboxField } from "../../../ui/Checkbox.tsx";
import * as kit from "../../../ui/kit.module.css";
import { Text } from "../../../ui/Text.tsx";
import { ActionProblem, useAction } from "../useAction.tsx";
import { saveSettings } from "./site.queries.ts";
import { setByServer } from "./words.ts";

/** Who may see what is on the site (docs/rules.md#members-only). */
export function AudienceForm({ settings: { audience, fixed } }: { settings: SiteSettings }) {
  const { run, problem, isWorking } = useAction();
  const isFixed = fixed.includes("audience");
  return (
    <Card as="section" pad gap={3} aria-labelledby="audience">
      <h2 className={kit.heading} id="audience">
        Who may see the site
      </h2>
      <CheckboxField
        label="Members only"
        className={`${kit.row} ${kit.gap2}`}
        checked={audience === "members"}
        disabled={isWorking || isFixed}
        onChange={(isClosed) => void run(() => saveSettings({ audience: isClosed ? "members" : "everyone" }))}
      />
      <Text kind="note">
        {isFixed
          ? setByServer
          : "Visitors then see the first page and the log-in, and search engines and apps for podcasts see nothing. It takes effect at once."}
      </Text>
      <ActionProblem text={problem} />
    </Card>
  );
}
