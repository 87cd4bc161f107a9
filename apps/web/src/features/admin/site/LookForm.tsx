import { limits, readableAccent, type SiteSettings } from "@cairn/contract";
import { ImageUp, Trash2 } from "lucide-react";
import type { CSSProperties } from "react";
import { filled, useForm } from "../../../lib/forms/useForm.ts";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { Field } from "../../../ui/Field.tsx";
import * as kit from "../../../ui/kit.module.css";
import { Row, Stack } from "../../../ui/Stack.tsx";
import { Text } from "../../../ui/Text.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { FileChooser } from "../FileChooser.tsx";
import { ActionProblem, useAction } from "../useAction.tsx";
import * as css from "./site.module.css";
import { removeLogo, saveLogo, saveSettings } from "./site.queries.ts";
import { setByServer } from "./words.ts";

type LookValues = Pick<SiteSettings, "name" | "tagline" | "accent">;

const problemsOf = ({ name, accent }: LookValues) => {
  const readable = readableAccent(accent);
  return {
    name: filled(name, "Please enter a name."),
    accent:
      readable === accent
        ? undefined
        : `This is too light to read as text. The nearest that is not: ${readable}`,
  };
};

/** The site's name, tagline, colour and logo, with a preview. */
export function LookForm({ settings }: { settings: SiteSettings }) {
  const { name, tagline, accent, fixed } = settings;
  const { run, problem, isWorking } = useAction();
  const form = useForm<LookValues>({ initial: { name, tagline, accent }, check: problemsOf });
  const { values, field, problems } = form;
  const isFixed = (setting: keyof LookValues) => fixed.includes(setting);
  const save = form.submit((next) =>
    run(() =>
      saveSettings({
        ...(!isFixed("name") && { name: next.name }),
        ...(!isFixed("tagline") && { tagline: next.tagline }),
        ...(!isFixed("accent") && { accent: next.accent }),
      }),
    ),
  );
  return (
    <Card as="section" pad gap={5} aria-labelledby="look">
      <h2 className={kit.heading} id="look">
        Look
      </h2>
      <Preview values={values} logo={settings.logo_url} />
      <LogoField logo={settings.logo_url} />
      <form className={`${kit.stack} ${kit.gap4}`} aria-label="Look" noValidate onSubmit={save}>
        <Field label="Name" error={problems.name} hint={isFixed("name") && setByServer}>
          <TextInput
            {...field("name")}
            maxLength={limits.siteNameLength}
            disabled={isFixed("name")}
            autoComplete="off"
            required
          />
        </Field>
        <Field label="Tagline" optional hint={isFixed("tagline") && setByServer}>
          <TextInput
            {...field("tagline")}
            maxLength={limits.taglineLength}
            disabled={isFixed("tagline")}
            autoComplete="off"
          />
        </Field>
        <Field
          label="Colour"
          error={problems.accent ?? problemsOf(values).accent}
          hint={isFixed("accent") ? setByServer : "Of buttons and links. It must be dark enough to read."}
        >
          <TextInput {...field("accent")} type="color" className={css.colour} disabled={isFixed("accent")} />
        </Field>
        <ActionProblem text={problem} />
        <Row>
          <Button kind="primary" type="submit" disabled={isWorking}>
            Save the look
          </Button>
        </Row>
      </form>
    </Card>
  );
}

/** How a page begins with these values. Styles of elements are set by script, which the site's policy allows. */
function Preview({ values, logo }: { values: LookValues; logo: string | null }) {
  const { name, tagline } = values;
  const accent = readableAccent(values.accent);
  const shade = `light-dark(${accent}, oklch(from ${accent} 0.81 min(calc(c * 1.13), 0.13) h))`;
  const colours = { "--accent": shade, "--accent-text": shade, "--link": shade } as CSSProperties;
  return (
    <figure className={css.preview} style={colours} aria-label="Preview">
      <Row>
        {logo && <img className={css.logo} src={logo} alt="" />}
        <b className={css.name}>{name || "Name"}</b>
      </Row>
      {tagline && <Text kind="soft">{tagline}</Text>}
      <Row wrap>
        <span className={css.sample}>A button</span>
        <span className={css.link}>A link</span>
      </Row>
    </figure>
  );
}

function LogoField({ logo }: { logo: string | null }) {
  const { run, problem, isWorking } = useAction();
  return (
    <Stack gap={2}>
      <Row wrap>
        <FileChooser
          accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
          disabled={isWorking}
          onFile={(file) => void run(() => saveLogo(file))}
        >
          <ImageUp size={16} />
          {logo ? "Choose another logo" : "Choose a logo"}
        </FileChooser>
        {logo && (
          <Button size="sm" kind="quiet-danger" disabled={isWorking} onClick={() => void run(removeLogo)}>
            <Trash2 size={16} />
            Remove the logo
          </Button>
        )}
      </Row>
      <Text kind="note">A picture of at most 2 MB. Icons for phones and computers are made from it.</Text>
      <ActionProblem text={problem} />
    </Stack>
  );
}
