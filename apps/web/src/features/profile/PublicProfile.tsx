import { authorPath, type Profile } from "@cairn/contract";
import { Link } from "react-router";
import { useJournal } from "../../lib/forms/useJournal.ts";
import type { Keeper, Kept } from "../../lib/forms/useKeptForm.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import * as formFootCss from "../../ui/form-foot.module.css";
import * as kit from "../../ui/kit.module.css";
import { RestoredSpot } from "../../ui/RestoredSpot.tsx";
import { Text } from "../../ui/Text.tsx";
import { PublicFields } from "./PublicFields.tsx";
import * as profileCss from "./profile.module.css";
import { useProfileForm } from "./useProfileForm.ts";

interface PublicProfileProps {
  /** The member whose profile it is. */
  owner: number;
  profile: Profile;
}

/** Bio and links of a writer, as their author page shows them. The specified form above has neither. */
export function PublicProfile({ owner, profile }: PublicProfileProps) {
  const { kept, keeper } = useJournal(owner, "author-page");
  return kept === undefined ? null : (
    <PublicForm owner={owner} profile={profile} kept={kept} keeper={keeper} />
  );
}

function PublicForm({ owner, ...options }: PublicProfileProps & { kept: Kept | null; keeper: Keeper }) {
  const form = useProfileForm(options);
  const { outcome } = form;
  return (
    <Card as="form" pad gap={5} {...form.element} aria-labelledby="author-page" onSubmit={form.submit}>
      <div>
        <h2 id="author-page" className={kit.h3}>
          Your author page
        </h2>
        <Text kind="soft">
          Readers see this on{" "}
          <Link className={kit.link} to={authorPath(owner)}>
            your author page
          </Link>
          , once a post of yours is verified.
        </Text>
      </div>
      {form.restoredAt !== null && <RestoredSpot keptAt={form.restoredAt} onDiscard={form.cancel} />}
      <PublicFields form={form} />
      <div className={formFootCss.root}>
        {outcome && (
          <Alert className={profileCss.outcome} kind={outcome.kind === "saved" ? "success" : "danger"}>
            <p>{outcome.text}</p>
            {outcome.kind === "failed" && outcome.hint && <p>{outcome.hint}</p>}
          </Alert>
        )}
        <Button kind="primary" type="submit" working={form.isSaving} workingText="Saving...">
          Save bio and links
        </Button>
      </div>
    </Card>
  );
}
