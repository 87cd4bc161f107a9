import { screens } from "@cairn/contract";
import { useNavigate } from "react-router";
import { texts } from "../../features/writing/writing-texts.ts";
import { toast } from "../../ui/toast-store.ts";

/** What follows on a sent form: a word about it, and the list that it stands in (spec section 2). */
export function useSentNews() {
  const navigate = useNavigate();
  return (asDraft: boolean) => {
    toast(asDraft ? "Draft saved" : texts.submitted);
    void navigate(screens.content);
  };
}
