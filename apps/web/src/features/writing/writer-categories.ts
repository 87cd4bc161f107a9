/** The fixed list of the writers' form, in the order of their ids 1 to 5 (spec section 3). */
export const writerCategories = [
  "Fullstack Development",
  "Cyber Security",
  "Data Science",
  "Mobile Development",
  "Artificial Intelligence",
] as const;
