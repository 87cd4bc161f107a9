import { type ContentChecks, directionOf, isBlank, type LanguageCode } from "@cairn/contract";
import { Suspense, useEffect, useState } from "react";
import { reasonOf } from "../../lib/api/api-error.ts";
import { lazyNamed } from "../../lib/lazy-named.ts";
import { useIsSignedIn } from "../../lib/session/useSession.tsx";
import { Alert } from "../Alert.tsx";
import { Button } from "../Button.tsx";
import * as kit from "../kit.module.css";
import { LoadingLine } from "../LoadingLine.tsx";
import { SafeHtml } from "../SafeHtml.tsx";
import * as css from "./editor.module.css";
import { fetchPreview } from "./editor.queries.ts";

// Lazy: few texts have code that asks for a check.
const CodeRun = lazyNamed(() => import("../checks/CodeRun.tsx"), "CodeRun");

/** In milliseconds after the last key press. */
const pause = 400;

interface PreviewProps {
  text: string;
  /** Named by its author; undefined: the browser finds the direction by the words. */
  language: LanguageCode | undefined;
}

/** What readers will get, made by the server. The last answer stays while the next is on its way. */
export function Preview({ text, language }: PreviewProps) {
  const isSignedIn = useIsSignedIn();
  const isEmpty = isBlank(text);
  const { html, checks, isAsking, failure, retry } = usePreview(isSignedIn && !isEmpty ? text : null);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className={css.preview} aria-label="Preview" aria-busy={isAsking} tabIndex={0} data-preview>
      {!isSignedIn && <p className={`${kit.small} ${kit.muted}`}>Log in to see the preview.</p>}
      {isSignedIn && isEmpty && <p className={`${kit.small} ${kit.muted}`}>Nothing to preview yet.</p>}
      {failure && (
        <Alert kind="danger">
          <p>The preview could not be made. {failure}</p>
          <Button size="sm" onClick={retry}>
            Retry
          </Button>
        </Alert>
      )}
      {html !== undefined && !isEmpty && (
        <SafeHtml html={html} lang={language} dir={language ? directionOf(language) : "auto"} />
      )}
      {checks && !isEmpty && (
        <Suspense>
          <CodeRun checks={checks} />
        </Suspense>
      )}
      {html === undefined && isAsking && !failure && <LoadingLine text="Loading..." />}
    </section>
  );
}

function usePreview(text: string | null) {
  const [html, setHtml] = useState<string>();
  const [checks, setChecks] = useState<ContentChecks>();
  const [failure, setFailure] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt asks the same again
  useEffect(() => {
    if (text === null) return;
    const control = new AbortController();
    const { signal } = control;
    const ask = async () => {
      setAsking(true);
      try {
        const answer = await fetchPreview(text, signal);
        if (signal.aborted) return;
        // Pictures that are not public yet have signed addresses there.
        setHtml(answer.own_html ?? answer.html);
        setChecks(answer.checks);
        setFailure(undefined);
      } catch (error) {
        if (signal.aborted) return;
        setFailure(reasonOf(error));
      }
      setAsking(false);
    };
    const timer = setTimeout(() => void ask(), html === undefined ? 0 : pause);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [text, attempt]);

  return { html, checks, failure, isAsking, retry: () => setAttempt((count) => count + 1) };
}
