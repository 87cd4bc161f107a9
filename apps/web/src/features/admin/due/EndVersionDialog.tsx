import { limits } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { useForm } from "../../../lib/forms/useForm.ts";
import { labelProblem, plainLabel } from "../../../lib/labels.ts";
import { formatTermDay } from "../../../lib/time/dates.ts";
import { Combobox } from "../../../ui/Combobox.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormDialog } from "../../../ui/FormDialog.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { endVersion, labelsQuery } from "../live/due.queries.ts";
import { useAction } from "../useAction.tsx";

/** Ends a version on a day, and says before how many items that touches (docs/rules.md#standing). */
export function EndVersionDialog({ onClose }: { onClose: () => void }) {
  const { run, problem, isWorking } = useAction();
  const form = useForm({
    initial: { label: "", on: new Date().toISOString().slice(0, 10) },
    check: ({ label, on }) => ({
      label: labelProblem(label),
      on: /^\d{4}-\d{2}-\d{2}$/.test(on) ? undefined : "Please enter a day.",
    }),
  });
  const { values, problems, field, change, submit } = form;
  const label = plainLabel(values.label);
  const {
    data = [],
    isPlaceholderData,
    isSuccess,
  } = useQuery({
    ...labelsQuery(label),
    enabled: label !== "",
  });
  const entry = data.find((known) => known.label === label);
  const save = submit(async ({ on }) => {
    if (await run(() => endVersion({ label, on }))) onClose();
  });
  return (
    <FormDialog
      title="End a version"
      save="End it"
      isWorking={isWorking}
      problem={problem}
      onClose={onClose}
      onSubmit={save}
    >
      <p>
        From that date, published posts that name this version show Outdated, and each author gets one
        notification. A new revision without this version lifts that.
      </p>
      <Field label="Version" hint="Write it as posts do, such as node 18" error={problems.label}>
        <Combobox
          name="label"
          text={values.label}
          maxLength={limits.labelLength}
          optionsLabel="Versions"
          options={label === "" ? [] : data.slice(0, 8).map(optionOf)}
          onText={(text) => change({ label: text })}
          onTake={({ key }) => change({ label: key })}
        />
      </Field>
      <Field label="Ended on" error={problems.on}>
        <TextInput {...field("on")} type="date" required />
      </Field>
      <p role="status">
        {labelProblem(label) === undefined && isSuccess && !isPlaceholderData && touched(entry?.items ?? 0)}
        {entry?.ended_on && ` It already ends on ${formatTermDay(entry.ended_on)}.`}
      </p>
    </FormDialog>
  );
}

const touched = (items: number) =>
  items === 0
    ? "No published post names it."
    : `This affects ${items === 1 ? "1 published post" : `${items} published posts`}.`;

const optionOf = ({ label, items }: { label: string; items: number }) => ({
  key: label,
  label,
  note: items === 1 ? "1 item" : `${items} items`,
});
