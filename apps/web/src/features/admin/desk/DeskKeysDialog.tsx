import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";

const keys: readonly [keys: readonly string[], does: string][] = [
  [["j", "↓"], "goes to the next item"],
  [["k", "↑"], "goes to the one before"],
  [["Enter"], "opens the item to be read"],
  [["a"], "approves it"],
  [["f"], "flags it, and asks for the reason"],
  [["r"], "removes it, and asks first"],
  [["Esc"], "closes what is open"],
  [["?"], "shows this"],
];

interface DeskKeysDialogProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  onClose: () => void;
}

export function DeskKeysDialog({ isOn, onChange, onClose }: DeskKeysDialogProps) {
  return (
    <Dialog
      open
      title="Keys of the desk"
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <dl className="desk-key-list">
        {keys.map(([names, does]) => (
          <div key={does}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p>They act on the item that has the focus, or on the one that is open; never while you type.</p>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is one, and says these words */}
      <label className="mt-4 flex items-center gap-2 text-sm">
        <Checkbox
          label="Use single keys on this device"
          checked={isOn}
          onChange={({ target }) => onChange(target.checked)}
        />
        <span aria-hidden="true">Use single keys on this device</span>
      </label>
    </Dialog>
  );
}
