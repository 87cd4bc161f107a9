import { type ContentItem, editPath } from "@cairn/contract";
import { Link } from "react-router";
import { formatTermDay } from "../../../lib/time/dates.ts";
import { Alert } from "../../../ui/Alert.tsx";
import * as alertCss from "../../../ui/alert.module.css";
import * as kit from "../../../ui/kit.module.css";
import { Row } from "../../../ui/Stack.tsx";
import { lookOf } from "../../../ui/VerifiedMark.tsx";
import { RenewOwn } from "./RenewOwn.tsx";

interface OwnStandingProps {
  item: ContentItem;
}

/** For its author, on a published item's page: where its verification stands, and what to say about it. */
export function OwnStanding({ item }: OwnStandingProps) {
  const { id, standing, good_until, standing_reasons } = item;
  const isHeld = standing === "verified";
  const until = good_until ? `until ${formatTermDay(good_until)}` : "with no end date";
  return (
    <Alert
      kind={isHeld ? "info" : "warn"}
      title={
        isHeld ? `Your post is verified ${until}` : `Your post is ${lookOf(standing).word.toLowerCase()}`
      }
    >
      {standing_reasons.map(({ kind, text }) => (
        <p key={`${kind} ${text}`}>{text}</p>
      ))}
      <Row wrap gap={3} className={alertCss.acts}>
        <RenewOwn item={item} />
        {!isHeld && (
          <Link className={kit.link} to={editPath(id)}>
            Edit it
          </Link>
        )}
      </Row>
    </Alert>
  );
}
