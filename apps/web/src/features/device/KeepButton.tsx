import { type Series, screens } from "@cairn/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { HardDriveDownload } from "lucide-react";
import { useState } from "react";
import { keepOnDevice } from "../../lib/device/worker.ts";
import { sizeText } from "../../lib/file-text.ts";
import { useSend } from "../../lib/useSend.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { Row } from "../../ui/Stack.tsx";
import { toast } from "../../ui/toast-store.ts";
import { deviceQuery, keepRefusals, sizeOfFiles } from "./device.queries.ts";

/** Keeps a series whole on this device; says before what its films and files come to. */
export function KeepButton({ id, items }: Pick<Series, "id" | "items">) {
  const part = `series/${id}`;
  const cache = useQueryClient();
  const { data } = useQuery(deviceQuery);
  /** Bytes of the films and files, once the reader has asked for the series. */
  const [size, setSize] = useState<number>();
  const { send, isSending } = useSend(() => toast(keepRefusals.failed, { kind: "error" }));
  if (data?.parts.some((here) => here.part === part && here.isChosen)) {
    return (
      <ButtonLink kind="ghost" to={screens.onThisDevice}>
        <HardDriveDownload size={16} /> On this device
      </ButtonLink>
    );
  }

  const keep = (media: boolean) => async () => {
    const result = await keepOnDevice(part, media);
    if (result !== "kept") toast(keepRefusals[result], { kind: "error" });
    await cache.invalidateQueries({ queryKey: deviceQuery.queryKey });
  };
  const begin = async () => {
    const bytes = await sizeOfFiles(items);
    if (bytes > 0) setSize(bytes);
    else await keep(false)();
  };
  if (size === undefined) {
    return (
      <Button working={isSending} onClick={() => void send(begin)}>
        <HardDriveDownload size={16} /> Keep on this device
      </Button>
    );
  }
  return (
    <Row as="fieldset" wrap aria-label="Keep on this device">
      <Button disabled={isSending} onClick={() => void send(keep(false))}>
        Text and pictures
      </Button>
      <Button disabled={isSending} onClick={() => void send(keep(true))}>
        With videos and files ({sizeText(size)})
      </Button>
    </Row>
  );
}
