import { checkText, getChecks } from "@cairn/contract";
import { api } from "../../lib/api/api.ts";

/** Runs the code of a text that was not sent. */
export const runChecks = (text: string) => api.call(checkText, { body: { body: text } });

/** What the code of an item did; without `revision` that of the published one. */
export const fetchChecks = (id: number, revision?: number) =>
  api.call(getChecks, { params: { id }, query: revision === undefined ? {} : { revision } });
