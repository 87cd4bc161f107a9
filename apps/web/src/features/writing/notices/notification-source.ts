/** A row of the writers' notifications block (spec section 3). */
export interface WriterNotification {
  id: number;
  message: string;
  /** Relative text, such as "5 minutes ago". */
  time: string;
  read: boolean;
}

export interface NotificationPage {
  items: readonly WriterNotification[];
  total: number;
}

/** Where the block's rows come from. */
export interface NotificationSource {
  /** Pages count from 1. */
  list(page: number, signal: AbortSignal): Promise<NotificationPage>;
  markRead(id: number): Promise<void>;
}

/** The server answers no notifications yet, so there are none to show. */
export const notificationSource: NotificationSource = {
  list: async () => ({ items: [], total: 0 }),
  markRead: async () => {},
};
