import { Image, UserRound } from "lucide-react";
import { useRef, useState } from "react";
import type { Progress } from "../../lib/api/send-form.ts";
import { useObjectUrl } from "../../lib/useObjectUrl.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Avatar } from "../../ui/Avatar.tsx";
import { Button } from "../../ui/Button.tsx";
import { ProgressBar } from "../../ui/ProgressBar.tsx";
import "../../ui/card.css";
import { photoTypes } from "./photo-file.ts";
import "./profile.css";

interface PhotoCardProps {
  name: string;
  email: string;
  /** The stored photo's address. */
  photo: string | null;
  /** Chosen, not saved yet. */
  chosen: File | null;
  /** What is wrong with the last one that was chosen or sent. */
  problem: string | undefined;
  /** How far the chosen one has got on its way. */
  progress?: Progress | null;
  disabled: boolean;
  onChoose: (photo: File) => void;
}

export function PhotoCard(props: PhotoCardProps) {
  const { name, email, photo, chosen, problem, progress, disabled, onChoose } = props;
  const input = useRef<HTMLInputElement>(null);
  const preview = useObjectUrl(chosen);
  return (
    <div>
      <section className="card photo-card" aria-label="Photo">
        <Photo name={name} address={preview ?? photo} />
        <p>
          <b>{name}</b>
          <span>{email}</span>
        </p>
        <input
          ref={input}
          className="sr-only"
          type="file"
          tabIndex={-1}
          aria-label="Photo file"
          accept={photoTypes.join(",")}
          disabled={disabled}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            currentTarget.value = "";
            if (file) onChoose(file);
          }}
        />
        <Button size="sm" disabled={disabled} onClick={() => input.current?.click()}>
          <Image size={16} />
          Upload Photo
        </Button>
        {chosen && !progress && <p role="status">A preview. Save to keep it.</p>}
        {chosen && progress && (
          <ProgressBar
            value={progress.sent / Math.max(1, progress.total)}
            label={`Upload of ${chosen.name}`}
          />
        )}
      </section>
      {problem && (
        <div className="mt-3">
          <Alert kind="danger">
            <p>{problem}</p>
          </Alert>
        </div>
      )}
    </div>
  );
}

/** A placeholder stands in for a picture that does not load (spec section 2); without any it is the initials. */
function Photo({ name, address }: { name: string; address: string | null }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (address !== null && address === failed) {
    return (
      <span className="avatar avatar-112 photo-missing" role="img" aria-label="The photo could not be shown">
        <UserRound size={48} />
      </span>
    );
  }
  return (
    <span className="contents" onErrorCapture={() => setFailed(address)}>
      <Avatar name={name} photo={address} size={112} />
    </span>
  );
}
