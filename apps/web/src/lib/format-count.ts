/** "12,345". Not made with Intl: its first use blocks a page for 30 ms, and a slow phone for four times as long. */
export const formatCount = (count: number): string => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
