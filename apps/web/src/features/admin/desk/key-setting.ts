import { useState } from "react";
import { readItem, writeItem } from "../../../lib/storage.ts";

const storageKey = "deskKeys";

/** Single keys get in the way of those who speak to their computer: they can be switched off on a device. */
export function useKeySetting() {
  const [isOn, setOn] = useState(() => readItem(storageKey) !== "off");
  const change = (on: boolean) => {
    writeItem(storageKey, on ? "on" : "off");
    setOn(on);
  };
  return [isOn, change] as const;
}
