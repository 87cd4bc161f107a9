import { clear, createStore } from "idb-keyval";

/** The larger files of pending posts. */
export const files = () => createStore("cairn-pending-media", "files");

/** What one test leaves on the device, the next would find. */
export const emptyFiles = () => clear(files());
