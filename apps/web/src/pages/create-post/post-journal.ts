/** Visitors write as well; like their posts, their words show to whoever is there without being signed in. */
const nobody = 0;

export const journalOwner = (reader: number | null) => reader ?? nobody;

/** Name of the form's journal: each post that is changed has its own. */
export const journalOf = (id: string | undefined) => (id === undefined ? "post" : `post.${id}`);
