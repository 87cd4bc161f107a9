import {
  type MailChoice,
  mailChoiceNames,
  mailChoices,
  type NoticeChoices,
  type NoticeSubject,
  noticeSubjectNames,
  noticeSubjects,
} from "@cairn/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { serverMessageOr } from "../../lib/api/api-error.ts";
import { formatDay } from "../../lib/time/dates.ts";
import { useZone } from "../../lib/time/useZone.ts";
import { useSend } from "../../lib/useSend.ts";
import { Alert, FailureLine } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import * as kit from "../../ui/kit.module.css";
import { Select } from "../../ui/Select.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Row, Stack } from "../../ui/Stack.tsx";
import { Text } from "../../ui/Text.tsx";
import {
  type ChoiceChange,
  choicesQuery,
  deviceQuery,
  saveChoices,
  switchPushOff,
  switchPushOn,
} from "./choices.queries.ts";
import * as css from "./notice-table.module.css";

type Choice = NoticeChoices["items"][number];
type Change = (what: NoticeSubject, changed: Partial<Pick<Choice, "mail" | "push">>) => void;

const columnsFor = (change: Change, isSaving: boolean, devices: number): Column<Choice>[] => [
  { label: "What", place: "title", cell: ({ what }) => noticeSubjectNames[what] },
  { label: "On the site", place: "line", width: "16%", className: css.named, cell: () => "Always" },
  {
    label: "On devices",
    place: "line",
    width: "18%",
    className: css.named,
    cell: ({ what, push }) => (
      <Checkbox
        label={`On devices: ${noticeSubjectNames[what]}`}
        checked={push && devices > 0}
        disabled={isSaving || devices === 0}
        onChange={({ currentTarget }) => change(what, { push: currentTarget.checked })}
      />
    ),
  },
  {
    label: "By email",
    place: "line",
    className: `${css.named} ${css.mail}`,
    cell: ({ what, mail }) => (
      <Select
        size="toolbar"
        aria-label={`By email: ${noticeSubjectNames[what]}`}
        value={mail}
        disabled={isSaving}
        onChange={({ currentTarget }) => change(what, { mail: currentTarget.value as MailChoice })}
      >
        {mailChoices.map((choice) => (
          <option key={choice} value={choice}>
            {mailChoiceNames[choice]}
          </option>
        ))}
      </Select>
    ),
  },
];

/** What a member who reviews nothing is notified of: while the choices load, the table has their room. */
const membersSubjects = noticeSubjects.length - 1;

/** What the member is notified of, and where (docs/rules.md#follows-and-emails). Each change is saved at once. */
export function NoticeTable() {
  const cache = useQueryClient();
  const { data, isError } = useQuery(choicesQuery);
  const { send, isSending, failure } = useSend(
    serverMessageOr("This could not be saved. Please try again."),
    {
      keepsFocus: true,
    },
  );
  const save = (body: ChoiceChange) =>
    void send(async () => cache.setQueryData(choicesQuery.queryKey, await saveChoices(body)));
  const change: Change = (what, changed) => save({ items: [{ what, ...changed }] });
  return (
    <Card as="section" pad gap={3} aria-labelledby="notice-choices">
      <h2 id="notice-choices" className={kit.h3}>
        Notifications
      </h2>
      {data ? (
        <>
          <PushDevice push={data.push} />
          <MailState mail={data.mail} onMailAgain={() => save({ mail_again: true })} />
        </>
      ) : (
        <PushSkeleton />
      )}
      <DataTable
        label="Where you get notifications"
        columns={columnsFor(change, isSending, data?.push.devices ?? 0)}
        rows={data?.items ?? []}
        rowKey={({ what }) => what}
        skeletonRows={data || isError ? undefined : membersSubjects}
        className={css.table}
      />
      <FailureLine text={failure} />
    </Card>
  );
}

/** In place of the line about pushes, in whatever words. */
const PushSkeleton = () => (
  <div className={css.push}>
    <Skeleton width="72%" />
  </div>
);

function MailState({ mail, onMailAgain }: { mail: NoticeChoices["mail"]; onMailAgain: () => void }) {
  const zone = useZone();
  if (mail.refused_at !== null) {
    return (
      <Alert kind="warn">
        <p>
          Your mail server refused an email on {formatDay(mail.refused_at, zone)}: it says that your address
          does not exist. We send you no notifications by email until you choose “Email me again”.
        </p>
        <Button size="sm" onClick={onMailAgain}>
          Email me again
        </Button>
      </Alert>
    );
  }
  if (mail.confirmed) return null;
  return <Text kind="soft">Confirm your email to get notifications by email.</Text>;
}

/** Switches pushes to this device on and off (docs/rules.md#choices-of-pushes). The browser asks only after a press. */
function PushDevice({ push }: { push: NoticeChoices["push"] }) {
  const cache = useQueryClient();
  const { data: device } = useQuery(deviceQuery);
  const { send, isSending, failure } = useSend(
    serverMessageOr("Push could not be turned on for this device. Please try again later."),
    { keepsFocus: true },
  );
  if (!device) return <PushSkeleton />;
  const { ability, isSubscribed } = device;
  const isOn = ability === "ready" && isSubscribed && push.this_device;
  const change = () =>
    void send(async () => {
      try {
        await (isOn ? switchPushOff() : switchPushOn());
      } finally {
        await Promise.all([cache.invalidateQueries(deviceQuery), cache.invalidateQueries(choicesQuery)]);
      }
    });
  return (
    <Stack gap={2} className={css.push}>
      <Row between>
        <Text kind="soft">{wordsOf(ability, isOn, push.devices)}</Text>
        {ability === "ready" && (
          <Button size="sm" disabled={isSending} onClick={change}>
            {isOn ? "Turn off push on this device" : "Turn on push on this device"}
          </Button>
        )}
      </Row>
      <FailureLine text={failure} />
    </Stack>
  );
}

function wordsOf(ability: "unsupported" | "denied" | "ready", isOn: boolean, devices: number): string {
  if (ability === "unsupported") return "This browser cannot show notifications while the site is closed.";
  if (ability === "denied") {
    return "You blocked notifications from this site. Allow them in your browser’s settings, then come back here.";
  }
  if (isOn) return "This device shows notifications, even while the site is closed.";
  return devices > 0
    ? "This device shows no notifications. Another of your devices does."
    : "None of your devices shows notifications yet. Turn this one on to choose which.";
}
