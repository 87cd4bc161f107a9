import { useIsSignedIn } from "../../../lib/session/useSession.ts";
import * as css from "./card-saving.module.css";
import { SaveSpot } from "./SaveSpot.tsx";

/** For members, on the picture of a card: there it moves nothing when it comes. */
export function CardSaving({ id, title }: { id: number; title: string }) {
  if (!useIsSignedIn()) return null;
  return <SaveSpot className={css.root} id={id} title={title} />;
}
