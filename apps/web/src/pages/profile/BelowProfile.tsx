import { DownloadWork } from "../../features/moving/DownloadWork.tsx";
import { SessionList } from "../../features/sessions/SessionList.tsx";
import { OwnPanels } from "./OwnPanels.tsx";

/** The parts below the form of a member's profile. */
export const BelowProfile = () => (
  <>
    <OwnPanels />
    <SessionList />
    <DownloadWork />
  </>
);
