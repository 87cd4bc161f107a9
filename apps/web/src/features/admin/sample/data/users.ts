import type { AdminProfile, AdminUser } from "../../admin-model.ts";

export const sampleUsers: readonly AdminUser[] = [
  { id: 8, name: "Priya Raman", email: "priya@example.com", role: "User", active: true },
  { id: 7, name: "Daniel Mensah", email: "daniel@example.com", role: "TechWriter", active: true },
  { id: 6, name: "Test Account", email: "test.account@example.com", role: "User", active: false },
  { id: 5, name: "Leila Haddad", email: "leila@example.com", role: "TechWriter", active: true },
  { id: 4, name: "Grace Wanjiku", email: "grace@example.com", role: "Admin", active: true },
  { id: 3, name: "Kofi Asante", email: "kofi@example.com", role: "User", active: true },
  { id: 2, name: "Amina Yusuf", email: "amina@example.com", role: "User", active: true },
  { id: 1, name: "Samuel Njoroge", email: "samuel@example.com", role: "TechWriter", active: true },
];

/** Whom the sample's profile screen is about. */
export const sampleProfile: AdminProfile = { name: "Grace Wanjiku", email: "grace@example.com" };
