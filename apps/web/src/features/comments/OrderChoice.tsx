import { Segmented } from "../../ui/Segmented.tsx";
import { type CommentOrder, commentOrders } from "./comment-list.ts";

interface OrderChoiceProps {
  value: CommentOrder;
  onChange: (order: CommentOrder) => void;
  className: string;
}

export const OrderChoice = (props: OrderChoiceProps) => (
  <Segmented label="Order of the comments" options={commentOrders} {...props} />
);
