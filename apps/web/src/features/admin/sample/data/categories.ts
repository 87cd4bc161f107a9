import type { AdminCategory } from "../../admin-model.ts";

/** `posts` are those of the sample's own content. */
export const sampleCategories: readonly AdminCategory[] = [
  {
    id: 1,
    name: "Fullstack Development",
    description: "From the database to the last pixel, and what travels between them.",
    posts: 4,
  },
  {
    id: 2,
    name: "Cyber Security",
    description: "How systems are attacked, and the habits that keep them safe.",
    posts: 4,
  },
  {
    id: 3,
    name: "Data Science",
    description: "Asking data good questions, and doubting the answers.",
    posts: 2,
  },
  {
    id: 4,
    name: "Mobile Development",
    description: "Apps for small screens, slow networks and busy people.",
    posts: 1,
  },
  {
    id: 5,
    name: "Artificial Intelligence",
    description: "Models, what they are good for, and where they fail.",
    posts: 1,
  },
];
