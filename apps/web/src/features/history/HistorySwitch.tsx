import { useQueryClient } from "@tanstack/react-query";
import { serverMessageOr } from "../../lib/api/api-error.ts";
import { siteName } from "../../lib/site.ts";
import { useSend } from "../../lib/useSend.ts";
import { FailureLine } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { Row, Stack } from "../../ui/Stack.tsx";
import { Text } from "../../ui/Text.tsx";
import { emptyHistory, setHistory } from "./history.queries.ts";

interface HistorySwitchProps {
  on: boolean;
  /** There is nothing to clear. */
  isEmpty: boolean;
}

const failed = "This could not be changed. Please try again.";

/** Switches the history on and off, and clears it (docs/rules.md#reading-places). */
export function HistorySwitch({ on, isEmpty }: HistorySwitchProps) {
  const cache = useQueryClient();
  const { send, isSending, failure } = useSend(serverMessageOr(failed), { keepsFocus: true });
  return (
    <Stack gap={3}>
      <Text kind="soft" role="status">
        {on
          ? `${siteName()} remembers what you open, 500 at most, and how far you read. Only you can see this.`
          : `Your history is off. ${siteName()} does not remember what you open or where you stopped.`}
      </Text>
      <Row wrap>
        <Button size="sm" disabled={isSending} onClick={() => void send(() => setHistory(cache, !on))}>
          {on ? "Turn off and clear" : "Turn on"}
        </Button>
        {on && !isEmpty && (
          <Button
            size="sm"
            kind="quiet-danger"
            disabled={isSending}
            onClick={() => void send(() => emptyHistory(cache))}
          >
            Clear history
          </Button>
        )}
      </Row>
      <FailureLine text={failure} />
    </Stack>
  );
}
