import { act, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { Carousel } from "./Carousel.tsx";

const slideWidth = 285;
const gap = 20;

/** Stands in for the stylesheet: as many slides beside each other as fit. */
function layOut({ perView }: { perView: number }) {
  const viewWidth = perView * slideWidth + (perView - 1) * gap;
  const isSlide = (element: HTMLElement) => element.tagName === "LI";
  const placeOf = (element: HTMLElement) => [...(element.parentElement?.children ?? [])].indexOf(element);
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockImplementation(function (this: HTMLElement) {
    return isSlide(this) ? slideWidth : viewWidth;
  });
  vi.spyOn(HTMLElement.prototype, "offsetLeft", "get").mockImplementation(function (this: HTMLElement) {
    return isSlide(this) ? placeOf(this) * (slideWidth + gap) : 0;
  });
  // jsdom knows a margin only where a rule gives it one, and the carousel adds it up.
  const rule = document.createElement("style");
  rule.textContent = "li { margin: 0 }";
  document.head.append(rule);
}

function renderSlides(count: number) {
  const slides = Array.from({ length: count }, (_, index) => ({
    key: index,
    content: <a href={`#${index + 1}`}>Slide {index + 1}</a>,
  }));
  const user = userEvent.setup();
  render(
    <>
      <h2 id="feed">Personalized Feed</h2>
      <Carousel labelledBy="feed" slides={slides} />
    </>,
  );
  return user;
}

const dots = () => screen.queryAllByRole("button", { name: /^Go to slide/ });
const currentDot = () => dots().findIndex((dot) => dot.getAttribute("aria-current") === "true") + 1;
const link = (number: number) => screen.getByRole("link", { name: `Slide ${number}` });

describe("the carousel", () => {
  test.each([
    [1, 10],
    [2, 5],
    [3, 4],
    [4, 3],
  ])("with %i in view, ten slides make %i pages", (perView, pages) => {
    layOut({ perView });
    renderSlides(10);
    expect(dots().map((dot) => dot.getAttribute("aria-label"))).toEqual(
      Array.from({ length: pages }, (_, index) => `Go to slide ${index + 1}`),
    );
    expect(currentDot()).toBe(1);
  });

  test("slides that all fit need no dots", () => {
    layOut({ perView: 4 });
    renderSlides(3);
    expect(dots()).toEqual([]);
    expect(
      within(screen.getByRole("region", { name: "Personalized Feed" })).getAllByRole("listitem"),
    ).toHaveLength(3);
  });

  test("a dot leads to its page", async () => {
    layOut({ perView: 4 });
    const user = renderSlides(10);
    await user.click(screen.getByRole("button", { name: "Go to slide 3" }));
    expect(currentDot()).toBe(3);
  });

  test("arrow keys turn the page, move the focus and stop at the ends", async () => {
    layOut({ perView: 4 });
    const user = renderSlides(10);
    act(() => link(2).focus());
    await user.keyboard("{ArrowRight}");
    expect(currentDot()).toBe(2);
    expect(document.activeElement).toBe(link(5));

    await user.keyboard("{ArrowLeft}{ArrowLeft}");
    expect(currentDot()).toBe(1);
    expect(document.activeElement).toBe(link(1));
  });

  test("arrow keys with Alt are left to the browser", async () => {
    layOut({ perView: 4 });
    const user = renderSlides(10);
    act(() => link(2).focus());
    await user.keyboard("{Alt>}{ArrowRight}{/Alt}");
    expect(currentDot()).toBe(1);
    expect(document.activeElement).toBe(link(2));
  });

  test("a slide out of view scrolls into view when it gets the focus", () => {
    layOut({ perView: 4 });
    renderSlides(10);
    act(() => link(7).focus());
    expect(currentDot()).toBe(2);
  });
});
