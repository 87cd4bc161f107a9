import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { messageOf } from "../../lib/api/api-error.ts";
import { formatDay } from "../../lib/time/dates.ts";
import { useSend } from "../../lib/useSend.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import * as buttonCss from "../../ui/button.module.css";
import * as kit from "../../ui/kit.module.css";
import { Row, Stack } from "../../ui/Stack.tsx";
import { exportQuery, useMoving } from "./moving.queries.ts";

/** Asks for all of one's own work as one file, and offers it once it is there. */
export function DownloadWork() {
  const { data } = useQuery(exportQuery);
  const { requestExport } = useMoving();
  const { send, isSending, failure } = useSend(messageOf, { keepsFocus: true });
  return (
    <Stack gap={3}>
      {data?.url ? (
        <Row wrap gap={3}>
          <a className={`${buttonCss.root} ${buttonCss.secondary}`} href={data.url} download>
            <Download size={16} /> Download all my work
          </a>
          {data.ready_until && (
            <span className={kit.muted}>Available to you until {formatDay(data.ready_until)}.</span>
          )}
        </Row>
      ) : (
        <Row wrap gap={3}>
          <Button
            disabled={data?.state === "waiting"}
            working={isSending}
            workingText="Asking..."
            onClick={() => void send(requestExport)}
          >
            <Download size={16} /> Download all my work
          </Button>
          <span className={kit.muted} role="status">
            {data?.state === "waiting" && "We are preparing it. A notification tells you when it is ready."}
            {data?.state === "failed" &&
              "We could not make the file: it would be too large, or the site has too little room. You can ask again a day after you asked, or download each post alone."}
          </span>
        </Row>
      )}
      <Alert kind="danger" text={failure} />
    </Stack>
  );
}
