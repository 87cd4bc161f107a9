import { Image, UserRound } from "lucide-react";
import { useRef, useState } from "react";
import type { Progress } from "../../lib/api/send-form.ts";
import { photos } from "../../lib/file-rules.ts";
import { checkedWords } from "../../lib/file-text.ts";
import { useObjectUrl } from "../../lib/object-url.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Avatar } from "../../ui/Avatar.tsx";
import * as avatarCss from "../../ui/avatar.module.css";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import * as kit from "../../ui/kit.module.css";
import { ProgressBar } from "../../ui/ProgressBar.tsx";
import { Stack } from "../../ui/Stack.tsx";
import { Text } from "../../ui/Text.tsx";
import * as profileCss from "./profile.module.css";

interface PhotoCardProps {
  name: string;
  email: string;
  /** The stored photo's address. */
  photo: string | null;
  /** Chosen but not saved yet. */
  chosen: File | null;
  /** The problem with the photo last chosen or sent. */
  problem: string | undefined;
  /** The upload progress of the chosen photo. */
  progress?: Progress | null;
  disabled: boolean;
  onChoose: (photo: File) => void;
}

export function PhotoCard(props: PhotoCardProps) {
  const { name, email, photo, chosen, problem, progress, disabled, onChoose } = props;
  const input = useRef<HTMLInputElement>(null);
  const preview = useObjectUrl(chosen);
  const sentPart = progress ? progress.sent / Math.max(1, progress.total) : null;
  return (
    <Stack gap={3}>
      <Card as="section" gap={4} className={profileCss.photoCard} aria-label="Photo">
        <Photo name={name} address={preview ?? photo} />
        <p>
          <b>{name}</b>
          <span className={kit.subline}>{email}</span>
        </p>
        <input
          ref={input}
          className={kit.srOnly}
          type="file"
          tabIndex={-1}
          aria-label="Photo file"
          accept={photos.accept}
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
        {chosen && (sentPart === null || sentPart === 1) && (
          <Text kind="note" role="status">
            {sentPart ? checkedWords : "A preview. Save to keep it."}
          </Text>
        )}
        {chosen && sentPart !== null && sentPart < 1 && (
          <ProgressBar value={sentPart} label={`Upload of ${chosen.name}`} />
        )}
      </Card>
      <Alert kind="danger" text={problem} />
    </Stack>
  );
}

/**
 * A placeholder replaces a picture that fails to load (docs/evidence/spec-clauses.md#s2-profile); without a picture the initials show.
 */
function Photo({ name, address }: { name: string; address: string | null }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (address !== null && address === failed) {
    return (
      <span
        className={`${avatarCss.root} ${profileCss.photo} ${profileCss.photoMissing}`}
        data-size={112}
        role="img"
        aria-label="The photo could not be shown"
      >
        <UserRound size={48} />
      </span>
    );
  }
  return (
    <span className={profileCss.photoFrame} onErrorCapture={() => setFailed(address)}>
      <Avatar className={profileCss.photo} name={name} photo={address} size={112} />
    </span>
  );
}
