import type { Role } from "@cairn/contract";

export interface DemoPerson {
  key: string;
  name: string;
  email: string;
  role: Role;
  /** Holds the admin grant (docs/rules.md#roles-and-grants). */
  verified?: boolean;
  interests?: readonly string[];
  joinedDaysAgo: number;
}

/** The four fixed accounts first, then the second reviewer, then the authors and members of the story. */
export const people: readonly DemoPerson[] = [
  {
    key: "member",
    name: "Amina Yusuf",
    email: "member@cairn.test",
    role: "User",
    interests: ["Fullstack Development", "Cyber Security", "DevOps"],
    joinedDaysAgo: 120,
  },
  {
    key: "writer",
    name: "Daniel Mensah",
    email: "writer@cairn.test",
    role: "TechWriter",
    interests: ["Fullstack Development", "Performance"],
    joinedDaysAgo: 210,
  },
  {
    key: "admin",
    name: "Grace Wanjiku",
    email: "admin@cairn.test",
    role: "Admin",
    verified: true,
    interests: ["DevOps", "Cyber Security"],
    joinedDaysAgo: 400,
  },
  { key: "new-admin", name: "Noor Haddad", email: "new-admin@cairn.test", role: "Admin", joinedDaysAgo: 10 },
  {
    key: "samuel",
    name: "Samuel Njoroge",
    email: "samuel@cairn.test",
    role: "Admin",
    verified: true,
    interests: ["Data Science", "Artificial Intelligence"],
    joinedDaysAgo: 390,
  },
  {
    key: "wanjiru",
    name: "Wanjiru Kamau",
    email: "wanjiru@cairn.test",
    role: "TechWriter",
    interests: ["DevOps", "PostgreSQL"],
    joinedDaysAgo: 300,
  },
  {
    key: "maya",
    name: "Maya Lindqvist",
    email: "maya@cairn.test",
    role: "TechWriter",
    interests: ["Front-End", "Accessibility"],
    joinedDaysAgo: 260,
  },
  {
    key: "tomas",
    name: "Tomás Ribeiro",
    email: "tomas@cairn.test",
    role: "TechWriter",
    interests: ["Cyber Security", "Networking"],
    joinedDaysAgo: 245,
  },
  {
    key: "priya",
    name: "Priya Raman",
    email: "priya@cairn.test",
    role: "TechWriter",
    interests: ["Data Science", "Artificial Intelligence"],
    joinedDaysAgo: 230,
  },
  {
    key: "kofi",
    name: "Kofi Asante",
    email: "kofi@cairn.test",
    role: "User",
    interests: ["Mobile Development", "Fullstack Development"],
    joinedDaysAgo: 180,
  },
  {
    key: "otieno",
    name: "Grace Otieno",
    email: "otieno@cairn.test",
    role: "TechWriter",
    interests: ["Mobile Development", "Android"],
    joinedDaysAgo: 170,
  },
  {
    key: "ivan",
    name: "Ivan Petrov",
    email: "ivan@cairn.test",
    role: "User",
    interests: ["Cyber Security", "DevOps"],
    joinedDaysAgo: 150,
  },
  {
    key: "linh",
    name: "Linh Hoang",
    email: "linh@cairn.test",
    role: "User",
    interests: ["Data Science", "Front-End"],
    joinedDaysAgo: 95,
  },
  {
    key: "elif",
    name: "Elif Demir",
    email: "elif@cairn.test",
    role: "User",
    interests: ["Artificial Intelligence"],
    joinedDaysAgo: 5,
  },
];
