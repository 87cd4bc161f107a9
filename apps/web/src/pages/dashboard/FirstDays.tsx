import { limits, screens } from "@cairn/contract";
import { X } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { useMe } from "../../features/auth/me.queries.ts";
import { useCategories } from "../../features/library/library.queries.ts";
import { useChangeProfile } from "../../features/profile/profile.queries.ts";
import { ApiError } from "../../lib/api/api-error.ts";
import { isFirstTry } from "../../lib/query-client.ts";
import { readItem, writeItem } from "../../lib/storage.ts";
import { useSend } from "../../lib/useSend.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Chip } from "../../ui/Chip.tsx";
import * as kit from "../../ui/kit.module.css";
import { toast } from "../../ui/toast-store.ts";
import * as css from "./home-cards.module.css";

const storageKey = "firstDays";

/** Whether a member has no interests yet; `isPending` until this and what there is to choose from are known. */
export function useFirstDays() {
  const me = useMe();
  const [isDismissed, setDismissed] = useState(() => readItem(storageKey) === "dismissed");
  const isNew = !isDismissed && me.data !== undefined && me.data.interests.length === 0;
  const categories = useCategories({ enabled: isNew });
  return {
    isNew,
    isPending: !isDismissed && (isFirstTry(me) || isFirstTry(categories)),
    dismiss() {
      writeItem(storageKey, "dismissed");
      setDismissed(true);
    },
  };
}

/** Asks a member without interests for some, until they are chosen or the card is dismissed on this device. */
export function FirstDays({ isNew, dismiss }: ReturnType<typeof useFirstDays>) {
  return isNew && <InterestCard onDismiss={dismiss} />;
}

function InterestCard({ onDismiss }: { onDismiss: () => void }) {
  const { data: categories = [] } = useCategories();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const change = useChangeProfile();
  const { send, isSending, failure } = useSend((error) =>
    error instanceof ApiError ? error.message : "Your interests could not be saved.",
  );
  const save = () =>
    send(async () => {
      await change({ interests: [...chosen] }, { photo: null });
      toast("Your interests are saved");
    });
  const toggle = (name: string) =>
    setChosen(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name]);
  return (
    <section className={`${kit.card} ${css.root}`} aria-labelledby="first-days">
      <div className={`${kit.spread} ${kit.gap3}`}>
        <h2 className={kit.heading} id="first-days">
          What do you want to learn?
        </h2>
        <IconButton kind="ghost" size="sm" label="Dismiss" icon={<X size={16} />} onClick={onDismiss} />
      </div>
      <p className={kit.soft}>
        What you choose comes first on this page.{" "}
        <Link className={kit.link} to={screens.profile}>
          Add others in your profile
        </Link>
      </p>
      <div className={`${kit.cluster} ${kit.gap2} ${css.part}`}>
        {categories.slice(0, limits.interestCount).map(({ id, name }) => (
          <Chip key={id} on={chosen.includes(name)} onToggle={() => toggle(name)}>
            {name}
          </Chip>
        ))}
      </div>
      <Alert kind="danger" className={css.part} text={failure} />
      <Button
        className={css.part}
        kind="primary"
        size="sm"
        disabled={chosen.length === 0}
        working={isSending}
        workingText="Saving..."
        onClick={() => void save()}
      >
        Save interests
      </Button>
    </section>
  );
}
