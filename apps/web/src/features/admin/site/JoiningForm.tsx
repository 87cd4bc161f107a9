import type { JoiningRule, SiteSettings } from "@cairn/contract";
import { joiningRules } from "@cairn/contract";
import { filled, useForm } from "../../../lib/forms/useForm.ts";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { Field } from "../../../ui/Field.tsx";
import * as kit from "../../../ui/kit.module.css";
import { Select } from "../../../ui/Select.tsx";
import { Row } from "../../../ui/Stack.tsx";
import { TextArea } from "../../../ui/TextInput.tsx";
import { ActionProblem, useAction } from "../useAction.tsx";
import { saveSettings } from "./site.queries.ts";
import { setByServer } from "./words.ts";

const ruleNames: Record<JoiningRule, string> = {
  open: "Everybody",
  domains: "People with a school email address",
  approval: "People whom an admin approves",
  invitation: "People with an invitation",
};

interface JoiningValues {
  joining: JoiningRule;
  /** One a line, or with commas. */
  domains: string;
}

const domainsIn = (text: string) => text.split(/[\s,;]+/).filter(Boolean);

/** Who may open an account (docs/rules.md#who-may-join). */
export function JoiningForm({ settings }: { settings: SiteSettings }) {
  const { joining, domains, fixed } = settings;
  const { run, problem, isWorking } = useAction();
  const form = useForm<JoiningValues>({
    initial: { joining, domains: domains.join("\n") },
    check: (values) => ({
      domains:
        values.joining === "domains" && !fixed.includes("domains")
          ? filled(values.domains, "Please enter at least one domain.")
          : undefined,
    }),
  });
  const { values, field, problems } = form;
  const save = form.submit((next) =>
    run(() =>
      saveSettings({
        ...(!fixed.includes("joining") && { joining: next.joining }),
        ...(!fixed.includes("domains") && { domains: domainsIn(next.domains) }),
      }),
    ),
  );
  return (
    <Card as="form" pad gap={4} aria-labelledby="joining" noValidate onSubmit={save}>
      <h2 className={kit.heading} id="joining">
        Who may join
      </h2>
      <Field
        label="New accounts"
        hint={
          fixed.includes("joining")
            ? setByServer
            : "An invitation always lets in. People who have an account stay as they are."
        }
      >
        <Select {...field("joining")} disabled={fixed.includes("joining")}>
          {joiningRules.map((rule) => (
            <option key={rule} value={rule}>
              {ruleNames[rule]}
            </option>
          ))}
        </Select>
      </Field>
      {values.joining === "domains" && (
        <Field
          label="Email domains"
          error={problems.domains}
          hint={fixed.includes("domains") ? setByServer : "One a line, such as school.example."}
        >
          <TextArea {...field("domains")} rows={3} disabled={fixed.includes("domains")} />
        </Field>
      )}
      <ActionProblem text={problem} />
      <Row>
        <Button kind="primary" type="submit" disabled={isWorking}>
          Save who may join
        </Button>
      </Row>
    </Card>
  );
}
