/** A category that a form offers. */
export interface FormCategory {
  readonly id: number;
  readonly name: string;
}

/** The fixed list of the writers' form, with which a site begins (docs/evidence/spec-clauses.md#s3-category-lists). */
export const writerCategories: readonly FormCategory[] = [
  "Fullstack Development",
  "Cyber Security",
  "Data Science",
  "Mobile Development",
  "Artificial Intelligence",
].map((name, index) => ({ id: index + 1, name }));

/** The fixed list of the create screen. */
export const postCategories = writerCategories.slice(0, 2);
