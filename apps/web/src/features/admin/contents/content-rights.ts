import type { AdminContent } from "../admin-model.ts";

/** The server's word where there is one, else spec section 4: App unless approved, Flag unless flagged, Rem always. */
export const rightsOf = ({ status, review }: AdminContent) =>
  review?.can ?? { approve: status !== "Approved", flag: status !== "Flagged", remove: true };
