import type { NoticeChoices } from "@cairn/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "../../lib/api/api-error.ts";
import { useSend } from "../../lib/useSend.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureLine } from "../../ui/FailureLine.tsx";
import * as layoutCss from "../../ui/layout.module.css";
import * as partsCss from "../../ui/parts.module.css";
import { choicesQuery } from "./choices.queries.ts";
import { deviceQuery, switchPushOff, switchPushOn } from "./push.queries.ts";

/** Switches pushes to this device on and off (docs/rules.md#d149). The browser asks only after a press. */
export function PushDevice({ push }: { push: NoticeChoices["push"] }) {
  const cache = useQueryClient();
  const { data: device } = useQuery(deviceQuery);
  const { send, isSending, failure } = useSend(
    (error) =>
      (error instanceof ApiError && error.said) ||
      "Push could not be turned on for this device. Please try again later.",
    { keepsFocus: true },
  );
  if (!device) return null;
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
    <div className={`${layoutCss.stack} ${layoutCss.gap2}`}>
      <div className={layoutCss.spread}>
        <p className={partsCss.soft}>{wordsOf(ability, isOn, push.devices)}</p>
        {ability === "ready" && (
          <Button size="sm" disabled={isSending} onClick={change}>
            {isOn ? "Turn off push on this device" : "Turn on push on this device"}
          </Button>
        )}
      </div>
      <FailureLine text={failure} />
    </div>
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
