import { Type } from "typebox";

/** The three roles, as stored, sent and kept in local storage (docs/evidence/spec-clauses.md#s6-roles). */
export const roles = ["Admin", "TechWriter", "User"] as const;
export const Role = Type.Enum([...roles], { $id: "Role" });
export type Role = (typeof roles)[number];

export const isRole = (value: unknown): value is Role => roles.includes(value as Role);

/** What a role is called on screen: TechWriter reads 'Tech Writer' (docs/evidence/spec-clauses.md#s2-role-names). */
export const roleLabel: Record<Role, string> = { Admin: "Admin", TechWriter: "Tech Writer", User: "User" };
