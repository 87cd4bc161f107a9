import {
  getMe,
  type Login,
  listProviders,
  login,
  logout,
  type Registration,
  register,
} from "@cairn/contract";
import { api } from "../../lib/api/api.ts";

export const logIn = (body: Login) => api.call(login, { body });

export const openAccount = (body: Registration) => api.call(register, { body });

/** The providers that one can sign in with on this site. */
export const loadProviders = () => api.call(listProviders, { bearer: null });

/** The user that this access token belongs to, whatever session is stored. */
export const whoseToken = (accessToken: string) => api.call(getMe, { bearer: accessToken });

/** Keepalive: the page may close before the response arrives. */
export const endServerSession = (refreshToken: string) =>
  api.call(logout, { bearer: refreshToken, keepalive: true });
