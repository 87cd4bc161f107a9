import { changeNoticeChoices, getNoticeChoices, type MailChoice, type NoticeSubject } from "@cairn/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";

export const choicesQuery = queryOptions({
  queryKey: ["notice-choices"],
  queryFn: ({ signal }) => api.call(getNoticeChoices, { signal }),
});

export interface ChoiceChange {
  items?: { what: NoticeSubject; mail?: MailChoice; push?: boolean }[];
  /** Mails an address that was refused before. */
  mail_again?: true;
}

export const saveChoices = (body: ChoiceChange) => api.call(changeNoticeChoices, { body });
