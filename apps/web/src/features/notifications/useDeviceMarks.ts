import { useSyncExternalStore } from "react";
import { useSession } from "../../lib/session/useSession.ts";
import { changeMarks, type DeviceMarks, noMarks, readMarks, subscribeMarks } from "./device-marks.ts";

/** The marks of whoever is signed in. */
export function useDeviceMarks() {
  const owner = useSession()?.userId ?? 0;
  const marks = useSyncExternalStore(
    subscribeMarks,
    () => readMarks(owner),
    () => noMarks,
  );
  return { marks, change: (change: Partial<DeviceMarks>) => changeMarks(owner, change) };
}
