import { messages } from "@cairn/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import {
  clearDevice,
  clearPart,
  type DevicePart,
  deviceQuery,
  fileWord,
  keepRefusals,
} from "../features/device/device.queries.ts";
import { keepOnDevice } from "../lib/device/worker.ts";
import { sizeText } from "../lib/file-text.ts";
import { unsent } from "../lib/outbox/unsent.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { useStore } from "../lib/store.ts";
import { formatMoment } from "../lib/time/dates.ts";
import { useSend } from "../lib/useSend.ts";
import { Alert } from "../ui/Alert.tsx";
import { Button, IconButton } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import * as kit from "../ui/kit.module.css";
import { ListRow } from "../ui/ListRow.tsx";
import { LoadingLine } from "../ui/LoadingLine.tsx";
import { PageHead } from "../ui/PageHead.tsx";
import { Row, Stack } from "../ui/Stack.tsx";
import { EmptyState, ErrorState } from "../ui/State.tsx";
import { Text } from "../ui/Text.tsx";
import { toast } from "../ui/toast-store.ts";
import { UnsentItem } from "../ui/UnsentItem.tsx";
import { useDelayedFlag } from "../ui/useDelayedFlag.ts";

/**
 * What waits for the network, and what can be read without it; also where a page leads that is not on this device
 * (docs/rules.md#stored-on-the-device).
 */
export function OnThisDevicePage() {
  const [search] = useSearchParams();
  const wanted = search.get("wanted");
  return (
    <>
      <PageTitle title="On this device" hidden />
      <PageHead title="On this device" sub="What you can read here offline." />
      <Stack gap={6}>
        {wanted !== null && isOwnPath(wanted) && (
          <Alert kind="info">
            <p>
              You are offline, and this page is not on this device.{" "}
              <a className={kit.link} href={wanted}>
                Try again
              </a>
            </p>
          </Alert>
        )}
        <UnsentList />
        <DeviceList />
      </Stack>
    </>
  );
}

/** Not to another site: anybody may write the address of this page. */
const isOwnPath = (path: string) => /^\/(?![/\\])/.test(path);

/** Everything of this member that waits on this device or came back; nothing if there is none (docs/rules.md#outbox). */
function UnsentList() {
  const entries = useStore(unsent, () => []);
  if (entries.length === 0) return null;
  return (
    <Card as="section" pad aria-labelledby="unsent">
      <h2 id="unsent" className={kit.h3}>
        Waiting to be sent
      </h2>
      <Text kind="soft">
        We send these in this order when you are online again. Only you can see them, on this device.
      </Text>
      <Stack as="ul" gap={3} above={4}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <UnsentItem entry={entry} withPlace />
          </li>
        ))}
      </Stack>
    </Card>
  );
}

/** What is stored on this device for reading offline, and what may be done about it (docs/rules.md#stored-on-the-device). */
function DeviceList() {
  const cache = useQueryClient();
  const { data, isPending, refetch } = useQuery(deviceQuery);
  const signShown = useDelayedFlag(isPending);
  const refresh = () => cache.invalidateQueries({ queryKey: deviceQuery.queryKey });
  const clearing = useSend(() => toast("This could not be cleared. Please try again.", { kind: "error" }));
  if (isPending) return signShown ? <LoadingLine text={messages.loading} /> : null;
  if (!data) {
    return (
      <ErrorState
        title="This browser cannot save posts."
        text="Its storage is off or full."
        onRetry={() => void refetch()}
      />
    );
  }
  const { parts, rest, used, bound } = data;
  const chosen = parts.filter((part) => part.isChosen);
  const opened = parts.filter((part) => !part.isChosen);
  return (
    <>
      <Row between gap={3}>
        <Text kind="soft" role="status">
          {sizeText(used)} of {sizeText(bound)} used
          {rest > 0 && `, ${sizeText(rest)} of it for lists and pictures`}. Posts that you opened but did not
          save go after 30 days, or when space runs out.
        </Text>
        {used > 0 && (
          <Button
            size="sm"
            kind="quiet-danger"
            disabled={clearing.isSending}
            onClick={() => void clearing.send(async () => clearDevice().then(refresh))}
          >
            Clear all
          </Button>
        )}
      </Row>
      {parts.length === 0 && (
        <EmptyState title="Nothing here yet" text="Posts that you open or save can be read here offline." />
      )}
      <Parts title="Saved" parts={chosen} onChange={refresh} />
      <Parts title="Opened" parts={opened} onChange={refresh} />
    </>
  );
}

interface PartsProps {
  title: string;
  parts: readonly DevicePart[];
  onChange: () => Promise<void>;
}

function Parts({ title, parts, onChange }: PartsProps) {
  if (parts.length === 0) return null;
  return (
    <Stack as="section" gap={3} aria-label={title}>
      <h2 className={kit.h3}>{title}</h2>
      <Card as="ul">
        {parts.map((part) => (
          <PartRow key={part.part} part={part} onChange={onChange} />
        ))}
      </Card>
    </Stack>
  );
}

function PartRow({ part, onChange }: { part: DevicePart; onChange: () => Promise<void> }) {
  const { send, isSending } = useSend(() =>
    toast("This could not be cleared. Please try again.", { kind: "error" }),
  );
  const kind = { series: "Series · ", authors: "Author · " }[part.part.split("/")[0] ?? ""] ?? "";
  return (
    <ListRow
      pad
      end={
        <IconButton
          kind="ghost"
          size="sm"
          label={`Clear: ${part.title}`}
          icon={<X size={16} />}
          working={isSending}
          onClick={() => void send(async () => clearPart(part.part).then(onChange))}
        />
      }
    >
      <Link className={`${kit.itemTitle} ${kit.hoverLink}`} to={`/${part.part}`}>
        {part.title}
      </Link>
      <Text kind="note">
        {kind}
        {sizeText(part.size)} · as of {formatMoment(new Date(part.at).toISOString())}
      </Text>
      {part.file && <FileChoice part={part.part} file={part.file} onChange={onChange} />}
    </ListRow>
  );
}

interface FileChoiceProps {
  part: string;
  file: NonNullable<DevicePart["file"]>;
  onChange: () => Promise<void>;
}

function FileChoice({ part, file, onChange }: FileChoiceProps) {
  const { send, isSending } = useSend(() => toast(keepRefusals.failed, { kind: "error" }));
  const word = fileWord(file.type);
  if (file.isHere) return <Text kind="note">With its {word}</Text>;
  const keep = async () => {
    const result = await keepOnDevice(part, true);
    if (result !== "kept") toast(keepRefusals[result], { kind: "error" });
    await onChange();
  };
  return (
    <Button size="sm" working={isSending} onClick={() => void send(keep)}>
      Keep the {word} too ({sizeText(file.size)})
    </Button>
  );
}
