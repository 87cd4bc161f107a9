/** As the addresses name them. */
export const reportsView = "reports";
export const deletionsView = "deletion-requests";
