/** The fixed list of the writers' form, in the order of their ids 1 to 5 (docs/rules.md#s3-category-lists). */
export const writerCategories = [
  "Fullstack Development",
  "Cyber Security",
  "Data Science",
  "Mobile Development",
  "Artificial Intelligence",
] as const;
