import { type Static, Type } from "typebox";

/** A film of another site (docs/rules.md#films-of-other-sites). */
export const Embed = Type.Object(
  {
    provider: Type.Enum(["youtube", "vimeo", "peertube"]),
    /** By which the provider knows the film. */
    id: Type.String(),
    /** Its page there, in the one form in which it is stored. */
    address: Type.String(),
  },
  { $id: "Embed" },
);
export type Embed = Static<typeof Embed>;
