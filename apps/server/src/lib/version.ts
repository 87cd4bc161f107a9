import cairn from "../../../../package.json" with { type: "json" };

/** Cairn's release: major.minor.patch. */
export const { version } = cairn;
