import cairn from "../../../../package.json" with { type: "json" };

/** Of Cairn, as released: major.minor.patch. */
export const { version } = cairn;
