import { DueView } from "../../features/admin/due/DueView.tsx";
import { ItemPicker } from "../../features/writing/renewal/ItemPicker.tsx";

/** What is due, with the field that authors also choose a replacement in. */
export const DueScreen = () => <DueView renderPicker={(field) => <ItemPicker {...field} />} />;
