import { clear, createStore } from "idb-keyval";

/** What one test leaves on the device, the next would find. */
export const emptyJournal = () => clear(createStore("cairn-journal", "entries"));
