import { reportContent } from "@cairn/contract";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";

export const useReport = (contentId: number) =>
  useMutation({
    mutationFn: (reason: string) => api.call(reportContent, { params: { id: contentId }, body: { reason } }),
  });
