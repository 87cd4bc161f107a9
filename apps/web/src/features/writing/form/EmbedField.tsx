import { useState } from "react";
import { Field } from "../../../ui/Field.tsx";
import { Stack } from "../../../ui/Stack.tsx";
import { Text } from "../../../ui/Text.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { problemOfEmbed } from "./embed.ts";

interface EmbedFieldProps {
  value: string;
  /** PeerTubes whose films the site takes; undefined: not known yet. */
  hosts: readonly string[] | undefined;
  isSending: boolean;
  onChange: (embed: string) => void;
}

/** The address of a film in place of a file. What is wrong is said once its author has left the box. */
export function EmbedField({ value, hosts, isSending, onChange }: EmbedFieldProps) {
  const [isLeft, setLeft] = useState(false);
  const problem = isLeft ? problemOfEmbed(value, hosts) : undefined;
  return (
    <Stack gap={2}>
      <Text kind="soft">Or the address of a film</Text>
      <Field
        label="Address of a film"
        optional
        hint={["YouTube", "Vimeo", ...(hosts ?? [])].join(", ")}
        error={problem}
      >
        <TextInput
          type="url"
          value={value}
          maxLength={2_000}
          readOnly={isSending}
          onBlur={() => setLeft(true)}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </Field>
    </Stack>
  );
}
