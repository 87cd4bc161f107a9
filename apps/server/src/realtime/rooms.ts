import { isVerifiedAdmin } from "../modules/users/users.policy.ts";
import type { User } from "../modules/users/users.service.ts";

/** The rooms that events are sent to. The server alone decides who is in which, from its own data. */
export const userRoom = (userId: number): string => `user:${userId}`;
/** null for a room of several members. */
export const userOfRoom = (room: string): number | null =>
  room.startsWith("user:") ? Number(room.slice("user:".length)) : null;
export const membersRoom = "members";
export const verifiedAdminsRoom = "verifiedAdmins";

/** Everyone on the live line. */
export const everyoneRoom = "everyone";
/** The readers of an item's page. */
export const itemRoom = (contentId: number): string => `item:${contentId}`;

export function roomsOf(user: Pick<User, "id" | "role" | "verifiedAt" | "active">): string[] {
  const rooms = [userRoom(user.id)];
  if (user.role !== "Admin") rooms.push(membersRoom);
  if (isVerifiedAdmin(user)) rooms.push(verifiedAdminsRoom);
  return rooms;
}
