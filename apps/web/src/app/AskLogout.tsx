import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";

interface AskLogoutProps {
  onLogout: () => void;
  onClose: () => void;
}

/** On phones, where the button is a small sign beside others. */
export const AskLogout = ({ onLogout, onClose }: AskLogoutProps) => (
  <ConfirmDialog
    title="Log out?"
    confirm="Log out"
    kind="primary"
    isWorking={false}
    onConfirm={onLogout}
    onClose={onClose}
  >
    <p>What you have not sent stays on this device, for you alone.</p>
  </ConfirmDialog>
);
