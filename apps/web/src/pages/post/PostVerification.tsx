import type { ContentDetail } from "@cairn/contract";
import { FollowSpot } from "../../features/follows/FollowSpot.tsx";
import type { Verification } from "../../features/reviews/reviews.queries.ts";
import { VerificationPanel } from "../../features/reviews/VerificationPanel.tsx";

const followLabel = (label: string) => <FollowSpot kind="label" id={label} name={label} isIcon />;

/** The verification of a post, whose labels can be followed. */
export const PostVerification = (props: { item: ContentDetail; verification: Verification }) => (
  <VerificationPanel {...props} besideLabel={followLabel} />
);
