import type { ReactNode } from "react";
import { Button } from "../../ui/Button.tsx";
import * as formFootCss from "../../ui/form-foot.module.css";
import * as profileCss from "./profile.module.css";

interface ProfileFootProps {
  onCancel: () => void;
  isSaving: boolean;
  /** What came of the last save. */
  children?: ReactNode;
}

export const ProfileFoot = ({ onCancel, isSaving, children }: ProfileFootProps) => (
  <div className={formFootCss.root}>
    {children}
    <Button className={profileCss.action} kind="ghost" disabled={isSaving} onClick={onCancel}>
      Cancel
    </Button>
    <Button
      className={profileCss.action}
      kind="primary"
      type="submit"
      working={isSaving}
      workingText="Saving..."
    >
      Save
    </Button>
  </div>
);
