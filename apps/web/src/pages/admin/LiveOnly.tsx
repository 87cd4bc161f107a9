import { Alert } from "../../ui/Alert.tsx";

/** For a screen that has no sample. `what`: with its verb. */
export const LiveOnly = ({ what }: { what: string }) => (
  <Alert kind="info" text={`${what} part of the live data, which verified admins see.`} />
);
