import { limits, namedProviders, type Role, roleLabel, roles, type SiteSettings } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { Field } from "../../../ui/Field.tsx";
import * as kit from "../../../ui/kit.module.css";
import { Select } from "../../../ui/Select.tsx";
import { Row } from "../../../ui/Stack.tsx";
import { Text } from "../../../ui/Text.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { ActionProblem, useAction } from "../useAction.tsx";
import * as css from "./site.module.css";
import { providersQuery, saveSettings } from "./site.queries.ts";

type GroupRow = SiteSettings["groups"][number];

/** Which roles the groups of the school's own providers give; nothing where there is none (docs/rules.md#roles-by-groups). */
export function GroupsForm({ settings: { groups } }: { settings: SiteSettings }) {
  const { data } = useQuery(providersQuery);
  const providers = data?.items.filter(({ id }) => !namedProviders.some((named) => named.id === id)) ?? [];
  const [rows, setRows] = useState<readonly GroupRow[]>(groups);
  const { run, problem, isWorking } = useAction();
  const [first] = providers;
  if (!first && groups.length === 0) return null;

  const change = (index: number, changed: Partial<GroupRow>) =>
    setRows(rows.map((row, at) => (at === index ? { ...row, ...changed } : row)));
  const save = () => run(() => saveSettings({ groups: rows.filter(({ group }) => group.trim() !== "") }));

  return (
    <Card
      as="form"
      pad
      gap={4}
      aria-labelledby="groups"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h2 className={kit.heading} id="groups">
        Roles by groups
      </h2>
      <Text kind="note">
        Members who sign in by a provider get the role of their groups there, and lose it with the group. The
        highest counts. An Admin by a group is a verified one.
      </Text>
      {rows.map(({ provider, group, role }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else to be told apart by while they are typed
        <Row key={index} wrap role="group" aria-label={`Group ${index + 1}`} className={css.group}>
          <Field label="Provider">
            <Select value={provider} onChange={({ target }) => change(index, { provider: target.value })}>
              {!providers.some(({ id }) => id === provider) && <option value={provider}>{provider}</option>}
              {providers.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Group">
            <TextInput
              value={group}
              maxLength={200}
              autoComplete="off"
              onChange={({ target }) => change(index, { group: target.value })}
            />
          </Field>
          <Field label="Role">
            <Select value={role} onChange={({ target }) => change(index, { role: target.value as Role })}>
              {roles.map((one) => (
                <option key={one} value={one}>
                  {roleLabel[one]}
                </option>
              ))}
            </Select>
          </Field>
          <Button
            size="sm"
            kind="quiet-danger"
            aria-label={`Remove group ${index + 1}`}
            onClick={() => setRows(rows.filter((_row, at) => at !== index))}
          >
            <Trash2 size={16} />
            Remove
          </Button>
        </Row>
      ))}
      <ActionProblem text={problem} />
      <Row wrap>
        <Button
          size="sm"
          disabled={!first || rows.length >= limits.providerGroups}
          onClick={() => first && setRows([...rows, { provider: first.id, group: "", role: "TechWriter" }])}
        >
          <Plus size={16} />
          Add a group
        </Button>
        <Button kind="primary" type="submit" disabled={isWorking}>
          Save the groups
        </Button>
      </Row>
    </Card>
  );
}
