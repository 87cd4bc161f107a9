import { type ImportReport, limits } from "@cairn/contract";
import { FileUp, Send } from "lucide-react";
import { useState } from "react";
import { useSend } from "../../../lib/useSend.ts";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import * as kit from "../../../ui/kit.module.css";
import { Row } from "../../../ui/Stack.tsx";
import { Text } from "../../../ui/Text.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { FileChooser } from "../FileChooser.tsx";
import { ActionProblem, actionProblem } from "../useAction.tsx";
import * as css from "./invitations.module.css";
import { invitePeople } from "./invitations.queries.ts";

const people = (count: number) => (count === 1 ? "1 person" : `${count} people`);

/** Invites everybody in a list; what would happen is shown first. */
export function ImportPeople() {
  const [file, setFile] = useState<File | null>(null);
  const [report, setReport] = useState<ImportReport | null>(null);
  const { send, isSending, failure } = useSend(actionProblem);

  const choose = (chosen: File) => {
    setFile(chosen);
    setReport(null);
    void send(async () => setReport(await invitePeople(chosen, false)));
  };
  const invite = (list: File) =>
    send(async () => {
      const { sent } = await invitePeople(list, true);
      toast(sent === 0 ? "Nobody new: all were invited before." : `${people(sent)} invited`);
      setFile(null);
      setReport(null);
    });

  return (
    <Card as="section" pad gap={3} aria-labelledby="import">
      <h2 className={kit.heading} id="import">
        Invite many people
      </h2>
      <Text kind="soft">
        A CSV file with the columns name, email and role (User or TechWriter), of at most{" "}
        {limits.importRows.toLocaleString("en")} people. Each gets an email once.
      </Text>
      <Row wrap>
        <FileChooser accept=".csv,text/csv,text/plain" disabled={isSending} onFile={choose}>
          <FileUp size={16} />
          Choose a list
        </FileChooser>
        {file && report && report.good > 0 && (
          <Button size="sm" kind="primary" disabled={isSending} onClick={() => void invite(file)}>
            <Send size={16} />
            Invite {people(report.good)}
          </Button>
        )}
      </Row>
      {report && <Preview report={report} />}
      <ActionProblem text={failure ?? undefined} />
    </Card>
  );
}

function Preview({ report: { rows, good, wrong } }: { report: ImportReport }) {
  return (
    <div role="status">
      <p>
        {people(rows)} in the list, {good} can be invited.
      </p>
      {wrong.length > 0 && (
        <ul className={css.wrong}>
          {wrong.map(({ line, problem }) => (
            <li key={`${line} ${problem}`}>
              Line {line}: {problem}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
