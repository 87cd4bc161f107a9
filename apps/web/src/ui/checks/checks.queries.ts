import { getChecks } from "@cairn/contract";
import { api } from "../../lib/api/api.ts";

/** The code blocks of an item that say `check`; without `revision` those of the published one. */
export const fetchChecks = (id: number, revision?: number) =>
  api.call(getChecks, { params: { id }, query: revision === undefined ? {} : { revision } });
