import { getMe, type Login, login, logout, type Registration, register } from "@cairn/contract";
import { api } from "../../lib/api/api.ts";

export const logIn = (body: Login) => api.call(login, { body });

export const openAccount = (body: Registration) => api.call(register, { body });

/** Whose access token this is, whoever is stored as signed in. */
export const whoseToken = (accessToken: string) => api.call(getMe, { bearer: accessToken });

/** The page may be gone before the answer comes. */
export const endServerSession = (refreshToken: string) =>
  api.call(logout, { bearer: refreshToken, keepalive: true });
