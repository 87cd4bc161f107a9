import type { ContentItem } from "@cairn/contract";
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { isSignedIn, readSession } from "./session/session.ts";

/** What a page was rendered from. */
export interface PageData {
  /** A visitor's answers, for the query cache. `isForAll`: a member gets the same. */
  answers: (readonly [key: QueryKey, answer: unknown, isForAll?: true])[];
  /** On the landing page, which has no query cache: the newest items, newest first. */
  newest?: readonly ContentItem[];
  /** Why there is nothing to show; `removed`: it was public once. */
  missing?: "unknown" | "removed";
}

const elementId = "page-data";

/** Stands for a text in the data: the page's markup has it already, in the element that `data-text` names. */
interface TextInMarkup {
  textIn: string;
}

/** In place of an HTML text that SafeHtml shows under this name. */
export const textIn = (name: string): TextInMarkup => ({ textIn: name });

const isTextInMarkup = (value: unknown): value is TextInMarkup =>
  typeof value === "object" && value !== null && "textIn" in value;

/** The data as an element of the page. The browser does not run it, so the CSP allows it. */
export const pageDataElement = (data: unknown) =>
  `<script type="application/json" id="${elementId}">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`;

interface Given {
  /** The page's own path; the data are for no other. */
  path: string;
  data: PageData;
}

function readPageData(): Given | null {
  const element = document.getElementById(elementId);
  if (!element?.textContent) return null;
  const data: PageData = JSON.parse(element.textContent, (key, value) => {
    // JSON has no undefined, which stands for the first page of a list.
    if (key === "pageParams") return (value as unknown[]).map((param) => param ?? undefined);
    return isTextInMarkup(value) ? htmlOf(value.textIn) : value;
  });
  return { path: window.location.pathname, data };
}

const htmlOf = (name: string) => document.querySelector(`[data-text="${CSS.escape(name)}"]`)?.innerHTML ?? "";

/** Read before hydration, while the markup is as the server sent it; null once the first page is there. */
let given: Given | null = typeof document === "undefined" ? null : readPageData();

/** On the server: the data of the next page to be rendered; null for a page without. */
export function givePageData(next: Given | null) {
  given = next;
}

/**
 * Puts the answers that the document came with into the cache, before anything is fetched. A member has likes and rights
 * of their own, so for members most answers are out of date at once.
 */
export function usePageAnswers(cache: QueryClient) {
  useState(() => {
    const isMembers = isSignedIn(readSession());
    for (const [key, answer, isForAll] of given?.data.answers ?? [])
      cache.setQueryData(key, answer, isMembers && !isForAll ? { updatedAt: 0 } : {});
  });
  useEffect(() => {
    given = null;
  }, []);
}

/** What the open page came with; undefined if it did not come from the server. */
function useGiven(): PageData | undefined {
  const { pathname } = useLocation();
  const [data] = useState(() => (given?.path === pathname ? given.data : undefined));
  return data;
}

/** The newest items that the landing page came with; undefined if it did not come from the server. */
export const useNewestGiven = (): PageData["newest"] => useGiven()?.newest;

/** Why the page that the server sent has nothing to show; undefined for any other page. */
export const useMissing = (): PageData["missing"] => useGiven()?.missing;
