import { Bell, Bookmark, Check, ChevronRight, Flag, ThumbsUp, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button, ButtonLink, IconButton } from "../../ui/Button.tsx";
import * as css from "../../ui/layout.module.css";
import { GalleryRow, GallerySection } from "./GallerySection.tsx";

export function GalleryButtons() {
  const [working, setWorking] = useState(true);
  const [liked, setLiked] = useState(true);
  return (
    <GallerySection title="Buttons">
      <GalleryRow>
        <Button kind="primary">Submit for Approval</Button>
        <Button>Review Posts</Button>
        <Button kind="ghost">Cancel</Button>
        <Button kind="soft">
          <Bell size={18} />
          Subscribe
        </Button>
      </GalleryRow>
      <GalleryRow>
        <Button kind="danger">Yes, delete it!</Button>
        <Button kind="quiet-danger">
          <Trash2 size={18} />
          Delete
        </Button>
        <Button kind="quiet-ok" size="sm">
          <Check size={16} />
          App
        </Button>
        <Button kind="quiet-warn" size="sm">
          <Flag size={16} />
          Flag
        </Button>
        <Button kind="quiet-danger" size="sm">
          <Trash2 size={16} />
          Rem
        </Button>
      </GalleryRow>
      <GalleryRow>
        <Button kind="primary" size="lg">
          Large
        </Button>
        <Button kind="primary">Medium</Button>
        <Button kind="primary" size="sm">
          Small
        </Button>
        <IconButton label="Save" icon={<Bookmark size={18} />} />
        <IconButton label="Next" size="sm" icon={<ChevronRight size={16} />} />
        <IconButton label="Saving" working icon={<Bookmark size={18} />} />
      </GalleryRow>
      <GalleryRow>
        <Button aria-pressed={liked} onClick={() => setLiked(!liked)}>
          <ThumbsUp size={18} />
          Like
        </Button>
        <Button kind="primary" disabled>
          Next
        </Button>
        <Button kind="primary" working={working} workingText="Sending...">
          Next
        </Button>
        <Button kind="ghost" onClick={() => setWorking(!working)}>
          {working ? "Stop working" : "Start working"}
        </Button>
      </GalleryRow>
      <ButtonLink kind="primary" block to="/">
        A link that looks like a button
      </ButtonLink>
      <p>
        A{" "}
        <a className={css.link} href="#main">
          link in running text
        </a>
        .
      </p>
    </GallerySection>
  );
}
