import type { ContentDetail } from "@cairn/contract";
import { FollowSpot } from "../../features/follows/FollowSpot.tsx";
import { VerificationPanel } from "../../features/reviews/VerificationPanel.tsx";

const followLabel = (label: string) => <FollowSpot kind="label" id={label} name={label} isIcon />;

/** The verification of a post, whose labels can be followed. */
export const PostVerification = ({ item }: { item: ContentDetail }) => (
  <VerificationPanel item={item} besideLabel={followLabel} />
);
