import { getContentProof, screens } from "@cairn/contract";
import { Check, CircleMinus, X } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { apiHost } from "../../../lib/api/host.ts";
import { useObjectUrl } from "../../../lib/object-url.ts";
import { formatMoment } from "../../../lib/time/dates.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { Button } from "../../../ui/Button.tsx";
import * as kit from "../../../ui/kit.module.css";
import { Spinner } from "../../../ui/LoadingLine.tsx";
import { Row, Stack } from "../../../ui/Stack.tsx";
import { checkLog, type Outcome, type Step, type StepName, type Subject, stepNames } from "./check-log.ts";
import { dismissEvidence, type Evidence, keepVisit, keptEvidence, type Visit } from "./known-log.ts";
import * as css from "./log-check.module.css";

/** What each step proves, and what it does not. */
const words: Record<StepName, { title: string; proves: string; not: string }> = {
  text: {
    title: "The text",
    proves: "The text, title and file on the site now have exactly this hash.",
    not: "That this page shows the text correctly: the page also comes from the site. Files above 10 MB are not checked.",
  },
  decision: {
    title: "The decision",
    proves: "The log's entry approves exactly this hash, with the reviewer's number and the time shown here.",
    not: "Who the reviewer with that number is, or that the reviewer was right.",
  },
  place: {
    title: "Its place in the log",
    proves: "Nobody can change or remove the entry without changing the root hash.",
    not: "Who made that root hash: see the next step.",
  },
  signature: {
    title: "The log's signature",
    proves: "The owner of the log's key cannot later deny this root hash.",
    not: "That it is the right key: it comes from the site. Compare it with the key that others see.",
  },
  witnesses: {
    title: "The witnesses",
    proves: "Every witness that signed confirms that this log extends the version it saw earlier.",
    not: "Who they are: their keys come from the site. Compare them with the keys that the witnesses publish.",
  },
  history: {
    title: "The log at your last visit",
    proves: "Nothing that this device saw before was changed or removed since.",
    not: "What other readers see. Witnesses compare that for everyone.",
  },
};

/** Checks an approval on the reader's own device, step by step, if that is wanted, and shows kept evidence. */
export function LogCheck({ item, review, isWanted }: Subject & { isWanted: boolean }) {
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const [outcome, setOutcome] = useState<Outcome>();
  const [evidence, setEvidence] = useState(keptEvidence);
  const root = useRef<HTMLDivElement>(null);
  const result = useRef<HTMLDivElement>(null);

  // What else changes about the item, such as its likes, does not begin a check.
  const begin = useEffectEvent(() => {
    const over = new AbortController();
    const show = (step: Step) => {
      if (!over.signal.aborted)
        setSteps((before) => [...before.filter(({ name }) => name !== step.name), step]);
    };
    void checkLog({ item, review }, show, over.signal).then((found) => {
      if (!found) return;
      if (found.kind === "twoHistories") setEvidence(found.evidence);
      setOutcome(found);
    });
    return () => over.abort();
  });
  useEffect(() => (isWanted ? begin() : undefined), [isWanted]);

  useEffect(() => {
    if (outcome) result.current?.scrollIntoView?.({ block: "nearest" });
  }, [outcome]);

  const subject = { item, review };
  const clear = () => {
    setOutcome(undefined);
    setSteps([]);
    root.current?.focus();
  };
  return (
    <Stack gap={3} above={3} className={css.root} ref={root} tabIndex={-1}>
      {evidence && (
        <EvidenceAlert
          evidence={evidence}
          onDismiss={() => {
            dismissEvidence(evidence);
            setEvidence(null);
            clear();
          }}
        />
      )}
      {/* There before the outcome, or screen readers would not announce it. */}
      <div className={css.outcome} ref={result} aria-live="polite">
        {outcome && <OutcomeAlert outcome={outcome} subject={subject} onTrusted={clear} />}
      </div>
      {steps.length > 0 && (
        // Folded once everything matches; a mismatch is shown at once.
        <details className={css.steps} open={outcome?.kind !== "fits"}>
          <summary className={kit.unfold}>What was compared, in {stepNames.length} steps</summary>
          <ol aria-label="Steps of the check">
            {stepNames.map((name) => (
              <StepLine key={name} name={name} step={steps.find((one) => one.name === name)} />
            ))}
          </ol>
        </details>
      )}
    </Stack>
  );
}

const signs = {
  working: <Spinner />,
  done: <Check size={16} role="img" aria-label="Fits" />,
  none: <CircleMinus size={16} role="img" aria-label="Nothing to check" />,
  failed: <X size={16} role="img" aria-label="Does not match" />,
  impossible: <CircleMinus size={16} role="img" aria-label="Not checked" />,
};

function StepLine({ name, step }: { name: StepName; step: Step | undefined }) {
  const { title, proves, not } = words[name];
  return (
    <li data-state={step?.state ?? "waiting"}>
      <span className={css.sign}>{step && signs[step.state]}</span>
      <div>
        <b>{title}</b>
        {step?.found && <p>{step.found}</p>}
        {step?.state === "done" && (
          <details>
            <summary className={kit.unfold}>What this proves</summary>
            <p>{proves}</p>
            <p>
              <b>What it does not prove:</b> {not}
            </p>
          </details>
        )}
      </div>
    </li>
  );
}

interface OutcomeAlertProps {
  outcome: Outcome;
  subject: Subject;
  /** The reader trusts the log's new key; the next check compares with what it signed. */
  onTrusted: () => void;
}

function OutcomeAlert({ outcome, subject, onTrusted }: OutcomeAlertProps) {
  switch (outcome.kind) {
    case "fits":
      return (
        <Alert kind="success" title="Everything matches.">
          <p>
            This approval is row {outcome.row} of {outcome.size} in the signed log. Your browser computed
            this, with code that the site sent: <a href={proofAddress(subject)}>the proof</a> can be checked
            with any other program.
          </p>
        </Alert>
      );
    case "misfit":
      return (
        <Alert kind="danger" title="This does not match.">
          <p>{outcome.why}</p>
          <p>
            <a href={proofAddress(subject)} download>
              Download the proof
            </a>{" "}
            and keep it.
          </p>
        </Alert>
      );
    case "unknownKey":
      return (
        <Alert kind="warn" title="The log has a new key.">
          <p>
            The entries you saw are unchanged, but they are signed with a key you haven’t seen. A site may
            change its key: it then adds a row to <Link to={screens.ledger}>the ledger</Link> that names the
            new one, and both keys sign for a while. Ask other readers or the site’s operator whether this is
            the new key:
          </p>
          <Stack gap={2} above={1} starts>
            <code className={kit.breaks}>{outcome.now.key}</code>
            <Button
              size="sm"
              onClick={() => {
                keepVisit(outcome.now);
                onTrusted();
              }}
            >
              Trust the new key
            </Button>
          </Stack>
        </Alert>
      );
    case "unfinished":
      return (
        <Alert kind="warn" title="The check is not finished.">
          <p>{outcome.why} This does not mean that the log is wrong.</p>
        </Alert>
      );
    case "twoHistories":
      return null;
  }
}

const proofAddress = ({ item }: Subject) =>
  `${apiHost}/api${getContentProof.path.replace(":id", String(item.id))}`;

function EvidenceAlert({ evidence, onDismiss }: { evidence: Evidence; onDismiss: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const { why, before, now } = evidence;
  return (
    <Alert kind="danger" title="This device saw two different histories.">
      <p>
        {why} Keep both files: the log signed them, and together they are the evidence. Show them to other
        readers, and ask the site’s operator.
      </p>
      <ul className={css.notes}>
        <NoteLink visit={before} name="before" />
        <NoteLink visit={now} name="now" />
      </ul>
      {isAsking ? (
        <Stack gap={2}>
          <p>This deletes both files here. This device then trusts the log as it saw it last.</p>
          <Row>
            <Button size="sm" onClick={() => setAsking(false)}>
              Keep them
            </Button>
            <Button size="sm" kind="danger" onClick={onDismiss}>
              Delete both files
            </Button>
          </Row>
        </Stack>
      ) : (
        <Button size="sm" onClick={() => setAsking(true)}>
          Dismiss...
        </Button>
      )}
    </Alert>
  );
}

function NoteLink({ visit, name }: { visit: Visit; name: "before" | "now" }) {
  const [file] = useState(() => new Blob([visit.note], { type: "text/plain" }));
  const address = useObjectUrl(file);
  return (
    <li className={kit.breaks}>
      <a href={address} download={`log-${name}.note`}>
        Download the file of {formatMoment(visit.at)}
      </a>
      , key <code>{visit.key}</code>
    </li>
  );
}
