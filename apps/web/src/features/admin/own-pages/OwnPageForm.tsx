import {
  aboutPath,
  languageCodes,
  limits,
  type OwnPage,
  readLanguage,
  readSlug,
  screens,
} from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { ApiError } from "../../../lib/api/api-error.ts";
import { useDraft } from "../../../lib/forms/useDraft.ts";
import { filled, type Problems, useForm } from "../../../lib/forms/useForm.ts";
import { useSession } from "../../../lib/session/useSession.tsx";
import { fromJson, isObject } from "../../../lib/storage.ts";
import { Button, ButtonLink } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { Preview } from "../../../ui/editor/Preview.tsx";
import { Field } from "../../../ui/Field.tsx";
import * as kit from "../../../ui/kit.module.css";
import { Loaded } from "../../../ui/Loaded.tsx";
import { Row } from "../../../ui/Stack.tsx";
import { Text } from "../../../ui/Text.tsx";
import { TextArea, TextInput } from "../../../ui/TextInput.tsx";
import { ActionProblem, useAction } from "../useAction.tsx";
import { ownPagesQuery, saveOwnPage, writtenPageQuery } from "./own-pages.queries.ts";

interface Values {
  title: string;
  slug: string;
  language: string;
  body: string;
}

const blank: Values = { title: "", slug: "", language: "en", body: "" };
const names = Object.keys(blank) as (keyof Values)[];

/** Edits the page of this slug; empty: a new one. */
export function OwnPageForm({ slug }: { slug: string }) {
  return slug === "" ? <Form key="" page={null} /> : <Existing key={slug} slug={slug} />;
}

const Existing = ({ slug }: { slug: string }) => (
  <Loaded query={useQuery(writtenPageQuery(slug))} failure="This page could not be loaded.">
    {(page) => <Form page={page} />}
  </Loaded>
);

const isLanguage = (text: string) => {
  try {
    return Intl.getCanonicalLocales(text.trim()).length === 1;
  } catch {
    return false;
  }
};

/** What was typed and not saved; each value is checked, since it could be anything. */
function readDraft(text: string | undefined): Partial<Values> {
  const kept = text === undefined ? null : fromJson(text);
  if (!isObject(kept)) return {};
  return Object.fromEntries(
    names.flatMap((name) => (typeof kept[name] === "string" ? [[name, kept[name]]] : [])),
  );
}

function Form({ page }: { page: OwnPage | null }) {
  const navigate = useNavigate();
  const { run, problem, isWorking } = useAction();
  const { data: others = [] } = useQuery(ownPagesQuery);
  const [isPreviewed, setPreviewed] = useState(false);
  const { draft, keep } = useDraft(useSession()?.userId ?? null, `own-page.${page?.slug ?? ""}`);
  const stored: Values = page
    ? { title: page.title, slug: page.slug, language: page.language, body: page.body }
    : blank;
  const check = ({ title, slug, language, body }: Values): Problems<Values> => ({
    title: filled(title, "Please enter a title."),
    slug: page ? undefined : slugProblem(slug, others),
    language: isLanguage(language) ? undefined : "Please enter a language tag, such as en or pt-BR.",
    body: filled(body, "Please enter a text."),
  });
  const form = useForm<Values>({
    initial: () => ({ ...stored, ...readDraft(draft?.text), ...(page && { slug: page.slug }) }),
    check,
    onValues: (values) => keep({ text: JSON.stringify(values) }),
  });
  const { values, field, problems } = form;
  const leave = () => {
    keep(null);
    void navigate(screens.adminPages);
  };
  const save = form.submit(async ({ title, slug, language, body }) => {
    const isSaved = await run(() =>
      saveOwnPage(slug.trim(), { title: title.trim(), language: language.trim(), body }).catch((error) => {
        form.setProblems(problemsIn(error));
        throw error;
      }),
    );
    if (isSaved) leave();
  });
  const code = readLanguage(values.language);
  return (
    <Card as="form" pad gap={4} aria-labelledby="own-page" noValidate onSubmit={save}>
      <h2 className={kit.heading} id="own-page">
        {page ? `Edit “${page.title}”` : "New page"}
      </h2>
      <Field label="Title" error={problems.title}>
        <TextInput
          {...field("title")}
          dir="auto"
          maxLength={limits.ownPageTitleLength}
          autoComplete="off"
          required
        />
      </Field>
      <Field
        label="Address"
        error={problems.slug}
        hint={
          page ? aboutPath(page.slug) : "Small letters, digits and hyphens: imprint stands at /about/imprint."
        }
      >
        <TextInput
          {...field("slug")}
          maxLength={limits.ownPageSlugLength}
          disabled={page !== null}
          autoComplete="off"
          autoCapitalize="none"
          required
        />
      </Field>
      <Field
        label="Language"
        error={problems.language}
        hint={`Its tag, such as ${languageCodes.join(", ")} or pt-BR.`}
      >
        <TextInput {...field("language")} maxLength={35} autoComplete="off" autoCapitalize="none" required />
      </Field>
      <Field label="Text" error={problems.body} hint="Markdown works here. Pictures do not.">
        <TextArea
          {...field("body")}
          lang={values.language || undefined}
          dir="auto"
          maxLength={limits.bodyLength}
          rows={14}
          required
        />
      </Field>
      {isPreviewed && (
        <Card>
          <Preview text={values.body} language={code} />
        </Card>
      )}
      <ActionProblem text={problem} />
      <Row wrap>
        <Button kind="primary" type="submit" disabled={isWorking}>
          Save the page
        </Button>
        <Button aria-pressed={isPreviewed} onClick={() => setPreviewed(!isPreviewed)}>
          {isPreviewed ? "Hide the preview" : "Preview"}
        </Button>
        <Button kind="ghost" disabled={isWorking} onClick={leave}>
          Cancel
        </Button>
        {page && (
          <ButtonLink kind="ghost" to={aboutPath(page.slug)}>
            Open the page
          </ButtonLink>
        )}
      </Row>
      {draft && <Text kind="note">What you type stays in this tab until you save or cancel.</Text>}
    </Card>
  );
}

function slugProblem(slug: string, others: readonly { slug: string }[]): string | undefined {
  const wanted = slug.trim();
  if (readSlug(wanted) === null) return "Please use small letters, digits and hyphens only.";
  return others.some((other) => other.slug === wanted)
    ? "There is a page at this address already."
    : undefined;
}

/** What the server says of single fields. */
const problemsIn = (error: unknown): Problems<Values> =>
  error instanceof ApiError
    ? Object.fromEntries(
        error.details.flatMap(({ field, problem }) =>
          names.includes(field as keyof Values) ? [[field, `This ${problem}.`]] : [],
        ),
      )
    : {};
