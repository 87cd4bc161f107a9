import { Image } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Avatar } from "../../ui/Avatar.tsx";
import { Button } from "../../ui/Button.tsx";
import "../../ui/card.css";
import "./profile.css";

export const photoTypes = ["image/jpeg", "image/png"];

interface PhotoCardProps {
  name: string;
  email: string;
  /** The stored photo's address. */
  photo: string | null;
  /** Chosen, not saved yet. */
  chosen: File | null;
  disabled: boolean;
  onChoose: (photo: File) => void;
}

export function PhotoCard({ name, email, photo, chosen, disabled, onChoose }: PhotoCardProps) {
  const input = useRef<HTMLInputElement>(null);
  const preview = useObjectUrl(chosen);
  return (
    <section className="card photo-card" aria-label="Photo">
      <Avatar name={name} photo={preview ?? photo} size={112} />
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
      {chosen && <p role="status">A preview. Save to keep it.</p>}
    </section>
  );
}

function useObjectUrl(file: File | null) {
  const [made, setMade] = useState<{ file: File; url: string }>();
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    setMade({ file, url });
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return made && made.file === file ? made.url : null;
}
