import { messages, type Profile } from "@cairn/contract";
import { type FormEvent, useRef, useState } from "react";
import type { Progress } from "../../lib/api/send-form.ts";
import { readSession } from "../../lib/session/session.ts";
import { photoProblem } from "./photo-file.ts";
import { useChangeProfile } from "./profile.queries.ts";
import { profileFailure } from "./profile-failure.ts";
import {
  bodyOf,
  changesIn,
  keptValues,
  type ProfileProblems,
  type ProfileValues,
  valueProblems,
  valuesOf,
} from "./profile-values.ts";

/** Where unsaved changes are kept; the password never is. */
export interface ProfileKeeper {
  keep(values: Record<string, unknown> | null): void;
  keepFile(file: File | null): void;
  forget(): void;
}

/** What came back of them. */
export interface KeptProfile {
  values: Record<string, unknown>;
  file: File | null;
  keptAt: string;
}

type Outcome = { kind: "saved"; text: string } | { kind: "failed"; text: string; hint: string | undefined };

interface ProfileFormOptions {
  profile: Profile;
  kept: KeptProfile | null;
  keeper: ProfileKeeper;
}

const isEmpty = (values: object) => Object.keys(values).length === 0;

export function useProfileForm({ profile, kept, keeper }: ProfileFormOptions) {
  const loaded = valuesOf(profile);
  // Only what differs from the profile is held here, so that a profile that is fetched anew overtakes nothing typed.
  const [typed, setTyped] = useState(() => changesIn(loaded, keptValues(kept?.values ?? {})));
  const [photo, setPhoto] = useState(kept?.file ?? null);
  const [restoredAt, setRestoredAt] = useState(kept && (kept.file || !isEmpty(typed)) ? kept.keptAt : null);
  const [password, setPassword] = useState("");
  const [problems, setProblems] = useState<ProfileProblems>({});
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const [isSaving, setSaving] = useState(false);
  /** Counts how often the fields were put back: what is being typed as an interest goes as well. */
  const [round, setRound] = useState(0);
  const underway = useRef(false);
  const latest = useRef<{ typed: Partial<ProfileValues>; photo: File | null }>({ typed, photo });
  latest.current = { typed, photo };
  const change = useChangeProfile();
  const values = { ...loaded, ...typed };

  function type(change: Partial<ProfileValues>) {
    const next = changesIn(loaded, { ...typed, ...change });
    setTyped(next);
    keeper.keep(isEmpty(next) ? null : next);
    const mended = Object.keys(change).map((name) => [name, undefined]);
    setProblems({ ...problems, ...Object.fromEntries(mended) });
    setOutcome(null);
  }

  function choose(file: File) {
    const problem = photoProblem(file);
    setProblems({ ...problems, photo: problem });
    if (problem) return;
    setPhoto(file);
    keeper.keepFile(file);
    setOutcome(null);
  }

  function putBack() {
    keeper.forget();
    setTyped({});
    setPhoto(null);
    setRestoredAt(null);
    setProblems({});
  }

  /** Puts back what was last loaded; nothing stored changes (D15). */
  function cancel() {
    putBack();
    setPassword("");
    setOutcome(null);
    setRound(round + 1);
  }

  async function save(): Promise<ProfileProblems> {
    // Two quick presses come before the button is disabled.
    if (underway.current) return {};
    if (readSession().accessToken === null) {
      setOutcome({ kind: "failed", text: messages.profileLoginToUpdate, hint: undefined });
      return {};
    }
    const found = valueProblems(values);
    setProblems(found);
    setOutcome(null);
    if (!isEmpty(found)) return found;
    underway.current = true;
    setSaving(true);
    try {
      const said = await change(bodyOf(values, profile), { photo, onProgress: setProgress });
      // What was typed meanwhile is not saved yet, and stays.
      if (latest.current.typed === typed && latest.current.photo === photo) putBack();
      setOutcome({ kind: "saved", text: said || messages.profileUpdated });
      return {};
    } catch (error) {
      const failure = profileFailure(error);
      setProblems(failure.problems);
      if (failure.text !== null) setOutcome({ kind: "failed", text: failure.text, hint: failure.hint });
      return failure.problems;
    } finally {
      underway.current = false;
      setSaving(false);
      setProgress(null);
    }
  }

  return {
    values,
    photo,
    password,
    problems,
    outcome,
    progress,
    isSaving,
    restoredAt,
    round,
    type,
    choose,
    setPassword,
    cancel,
    submit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      const form = event.currentTarget;
      void save().then((found) => focusFirst(form, found));
    },
  };
}

/** The keyboard goes on at the first field that is refused. */
function focusFirst(form: HTMLFormElement, problems: ProfileProblems) {
  const refused = [...form.elements].find(
    (element) =>
      element instanceof HTMLElement && Object.hasOwn(problems, element.getAttribute("name") ?? ""),
  );
  if (refused instanceof HTMLElement) refused.focus();
}
