import { messages, type Profile } from "@cairn/contract";
import { type FormEvent, useLayoutEffect, useRef, useState } from "react";
import { ApiError } from "../../lib/api/api-error.ts";
import type { Progress } from "../../lib/api/send-form.ts";
import { photos } from "../../lib/file-rules.ts";
import { type Keeper, type Kept, useKeptForm } from "../../lib/forms/useKeptForm.ts";
import { readSession } from "../../lib/session/session.ts";
import { useSend } from "../../lib/useSend.ts";
import { useChangeProfile } from "./profile.queries.ts";
import {
  bodyOf,
  changesIn,
  definedOnly,
  keptValues,
  type ProfileProblems,
  type ProfileValues,
  valueProblems,
  valuesOf,
} from "./profile-values.ts";

/** `partly`: a password was typed, which a profile never saves (docs/rules.md#password-on-the-profile). */
type Outcome =
  | { kind: "saved" | "partly"; text: string }
  | { kind: "failed"; text: string; hint: string | undefined };

interface ProfileFormOptions {
  profile: Profile;
  kept: Kept | null;
  /** Never stores the password. */
  keeper: Keeper;
}

const isEmpty = (values: object) => Object.keys(values).length === 0;

export function useProfileForm({ profile, kept, keeper }: ProfileFormOptions) {
  const loaded = valuesOf(profile);
  const form = useKeptForm<Partial<ProfileValues>, "photo">({
    // Holds only the fields that differ from the profile, so that a refetch does not overwrite typed text.
    initial: {},
    kept,
    keeper,
    restore: (stored) => changesIn(loaded, keptValues(stored)),
    check: (changes) => valueProblems({ ...loaded, ...changes }),
    entryOf: (changes) => (isEmpty(changes) ? null : changes),
  });
  const { values: typed, file: photo, problems, setProblems } = form;
  const [isRestored] = useState(photo !== null || !isEmpty(typed));
  const [password, setPassword] = useState("");
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const { send, isSending } = useSend(() => undefined);
  /** Increments on each reset of the fields, which also clears a half-typed interest. */
  const [round, setRound] = useState(0);
  const latestPhoto = useRef(photo);
  useLayoutEffect(() => {
    latestPhoto.current = photo;
  }, [photo]);
  const change = useChangeProfile();
  const values = { ...loaded, ...typed };

  function type(change: Partial<ProfileValues>) {
    form.set(changesIn(loaded, { ...typed, ...change }));
    const mended = Object.keys(change).map((name) => [name, undefined]);
    setProblems({ ...problems, ...Object.fromEntries(mended) });
    setOutcome(null);
  }

  function choose(file: File) {
    const problem = photos.problemOf(file);
    setProblems({ ...problems, photo: problem });
    if (problem) return;
    form.choose(file);
    setOutcome(null);
  }

  /** Restores the values last loaded; nothing stored changes (docs/rules.md#cancel-on-the-profile). */
  function cancel() {
    form.discard();
    setPassword("");
    setOutcome(null);
    setRound(round + 1);
  }

  const save = (typed: Partial<ProfileValues>) =>
    send(async () => {
      try {
        const body = bodyOf({ ...loaded, ...typed }, profile);
        const said = await change(body, { photo, onProgress: setProgress });
        // Text typed during the save is not saved yet, so it stays.
        if (form.read() === typed && latestPhoto.current === photo) form.discard();
        setOutcome({ kind: password === "" ? "saved" : "partly", text: said || messages.profileUpdated });
        setPassword("");
      } catch (error) {
        const failure = profileFailure(error);
        setProblems(failure.problems);
        form.focusFirst(Object.keys(failure.problems));
        if (failure.text !== null) setOutcome({ kind: "failed", text: failure.text, hint: failure.hint });
      } finally {
        setProgress(null);
      }
    });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isSending) return;
    if (readSession().accessToken === null) {
      return setOutcome({ kind: "failed", text: messages.profileLoginToUpdate, hint: undefined });
    }
    setOutcome(null);
    void form.submit(save)(event);
  }

  return {
    values,
    photo,
    password,
    problems,
    outcome,
    progress,
    isSaving: isSending,
    restoredAt: isRestored ? form.restoredAt : null,
    round,
    type,
    choose,
    setPassword,
    cancel,
    submit,
    element: form.element,
  };
}

interface ProfileFailure {
  /** Shown above the buttons; null if the message is next to a field. */
  text: string | null;
  /** More information, if there is any. */
  hint: string | undefined;
  problems: ProfileProblems;
}

/**
 * docs/evidence/spec-clauses.md#s8-profile-failure: the server's error field, else 'Failed to update profile'; its words about a field
 * beside it.
 */
function profileFailure(error: unknown): ProfileFailure {
  const fallback = messages.profileUpdateFailed;
  if (!(error instanceof ApiError)) return { text: fallback, hint: undefined, problems: {} };
  const problems = problemsOf(error);
  const words = errorField(error);
  if (words === undefined) return { text: fallback, hint: error.message, problems };
  return { text: Object.values(problems).includes(words) ? null : words, hint: undefined, problems };
}

const errorField = ({ body, said }: ApiError) =>
  typeof body === "object" && body !== null && "error" in body ? said : undefined;

/** A problem with the picture comes as the response's own message. */
function problemsOf({ status, said, details }: ApiError): ProfileProblems {
  if (status === 413 || status === 415) return definedOnly({ photo: said });
  // The path of a part, such as `interests/3`, starts with its field.
  const problemOf = (name: string) => details.find(({ field }) => field.split("/")[0] === name)?.problem;
  return definedOnly({
    name: problemOf("name"),
    bio: problemOf("bio"),
    links: problemOf("social_links"),
    interests: problemOf("interests"),
    photo: problemOf("avatar"),
  });
}
