/** Of a setting that the environment sets. */
export const setByServer = "Set by the server. It cannot be changed here.";
