import { confirmEmail, requestConfirmation } from "@cairn/contract";
import { api } from "../../lib/api/api.ts";

/** The link alone decides: whoever is signed in here, or was, has nothing to do with it. */
export const confirmByToken = (token: string) => api.call(confirmEmail, { bearer: "", body: { token } });

/** For the member who is signed in. */
export const sendLinkAgain = () => api.call(requestConfirmation, {});
