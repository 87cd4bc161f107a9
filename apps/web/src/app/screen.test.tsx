import { act, render, screen, waitFor } from "@testing-library/react";
import { closedGate } from "@tests/support/web/gate.ts";
import { Profiler, Suspense } from "react";
import { expect, test } from "vitest";
import { ScreenProgress, screen as screenOf, whileLoading } from "./screen.tsx";

const line = () => screen.queryByRole("progressbar", { name: "Loading..." });

test("a progress line shows while a screen's code loads, and disappears when all of it has loaded", async () => {
  const [layout, page] = [closedGate(), closedGate()];
  render(<ScreenProgress />);
  expect(line()).toBeNull();
  const loads = [whileLoading(() => layout.opened), whileLoading(() => page.opened)];
  await waitFor(() => expect(line()).not.toBeNull());

  layout.open();
  await act(() => loads[0]);
  expect(line()).not.toBeNull();
  page.open();
  await waitFor(() => expect(line()).toBeNull());
});

test("the line disappears when the code cannot be loaded", async () => {
  const gate = closedGate();
  render(<ScreenProgress />);
  const load = whileLoading(async () => {
    await gate.opened;
    throw new Error("gone");
  });
  await waitFor(() => expect(line()).not.toBeNull());
  gate.open();
  await expect(load).rejects.toThrow("gone");
  await waitFor(() => expect(line()).toBeNull());
});

test("code that is there already updates nothing, because an update amid a render begins it again", async () => {
  let renders = 0;
  const count = () => {
    renders += 1;
  };
  render(
    <Profiler id="line" onRender={count}>
      <ScreenProgress />
    </Profiler>,
  );
  await whileLoading(async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  });
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(renders).toBe(1);
});

test("a screen whose code is there shows at once, without a sign of its loading", async () => {
  const { element, handle } = screenOf("Ready", async () => ({ Ready: () => <p>Here</p> }));
  const shown = () => render(<Suspense fallback={<p>Loading</p>}>{element}</Suspense>).container.textContent;
  expect(shown()).toBe("Loading");
  await act(() => handle.load());
  expect(shown()).toBe("Here");
});
