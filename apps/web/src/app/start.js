// Runs before the first paint of a page that is whole before any script, and is the same for everybody. A visitor's page
// works without the application, which is run at the first sign of the reader: a move, a touch, a key. On a first visit
// the files that all screens share are fetched once the browser is idle. The application is run then where a part of the
// page comes only with it. A page that is a form names no files of it: it loads the application itself, and what is
// pressed and typed meanwhile is kept here.
(() => {
  const { shared, scripts, fonts, studio } = document.currentScript.dataset;
  const [sharedAddresses, addresses] = [shared, scripts].map((list) => list?.split(" ") ?? []);

  try {
    // storageKeys.theme; shells/AccountMenu.tsx writes it.
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is disabled: the theme is the system's.
  }

  /** Asks for a file of the site ahead of what needs it. */
  function preload(href, { rel = "preload", ...facts }) {
    document.head.append(Object.assign(document.createElement("link"), { rel, href, ...facts }));
  }
  const fetchFonts = () => {
    for (const font of fonts.split(" "))
      preload(font, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  };
  // On a slow line the site's fonts come after the page, for the next one (docs/rules.md#fonts-on-slow-lines).
  const isSlow = /[23]g$/.test(navigator.connection?.effectiveType);
  if (isSlow && !document.referrer.startsWith(location.origin)) {
    document.documentElement.dataset.fonts = "own";
    addEventListener("load", fetchFonts, { once: true });
  } else fetchFonts();

  /** Marks a member's page with their role: its "Log In" must not show for a moment, and what comes has its room. */
  function isMembers() {
    let role;
    try {
      // storageKeys of the contract, which this file is too early to import.
      if (!localStorage.getItem("refresh_token")) return false;
      role = localStorage.getItem("user_role");
    } catch {
      // Storage is disabled, so there is no session.
      return false;
    }
    const { dataset } = document.documentElement;
    dataset.session = role ?? "";
    // Their own frame is on its way to the pages that everyone reads (MemberLayout.tsx): its room is there before it.
    if (studio !== undefined && /^(TechWriter|Admin)$/.test(role)) dataset.studio = "";
    // The same while the session lasts, for parts whose code comes later.
    dataset.member = "";
    return true;
  }

  /** Whether a part of a visitor's page comes only with the application. */
  function hasMoreToShow() {
    // The part that an address names, such as an entry of the ledger.
    if (location.hash) return true;
    // A film or recording has its player, and begins where the address says.
    if (document.querySelector("video, audio")) return true;
    // A page from the device says how old it is.
    if (navigator.serviceWorker?.controller) return true;
    try {
      // storageKeys.pendingPosts: what was written on this device and waits for its review.
      return localStorage.getItem("pendingPosts") !== null;
    } catch {
      return false;
    }
  }

  const moves = ["pointermove", "pointerdown", "touchstart", "wheel", "scroll", "keydown", "focusin"];
  // Assistive technology presses and dictates without any of them.
  const signs = [...moves, "click", "input"];
  let hasBegun = false;
  function begin(sign) {
    if (hasBegun || addresses.length === 0 || isResting(sign)) return;
    hasBegun = true;
    for (const address of addresses) preload(address, { rel: "modulepreload" });
    const run = () => {
      import(addresses[0]).catch(() => {
        // The page stays readable, and its links lead on; the next sign tries again.
        hasBegun = false;
        if (pressed?.href) location.assign(pressed.href);
      });
    };
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", run, { once: true });
    else run();
  }

  /** Browsers also report a move when the page moves and the pointer does not. */
  const isResting = (sign) => sign?.type === "pointermove" && sign.movementX === 0 && sign.movementY === 0;

  /** What needs the application: a link that does so carries what no address says, such as where to return to. */
  const controls = "button, input[type=checkbox], input[type=radio], a[data-needs-app]";
  /** A part of the page whose code comes later than the application. */
  const waiting = "[data-waiting]";
  let isReady = false;
  /** The last control that was pressed too early, and what was typed into fields meanwhile: its value and selection. */
  let pressed = null;
  const typed = new Map();
  function hold(event) {
    const control = event.target.closest?.(controls);
    if (!control || (isReady && !waits(control))) return;
    event.preventDefault();
    event.stopPropagation();
    pressed = control;
  }
  // Back to an earlier state of a page that was reloaded since: its address changes, and nothing else.
  const page = location.pathname + location.search;
  function followAddress() {
    if (location.pathname + location.search !== page) location.reload();
  }
  // The reader has logged in meanwhile, in another tab or before coming Back.
  function meetMember() {
    if (isMembers()) begin();
  }
  function note({ target }) {
    if (!isReady || waits(target)) typed.set(target, { value: target.value, selection: selectionOf(target) });
  }
  // Hydration empties the field before it is given back.
  function noteSelection({ target }) {
    const words = typed.get(target);
    if (words && words.value === target.value) words.selection = selectionOf(target);
  }

  const waits = (control) => control.closest(waiting) !== null;
  const selectionOf = (field) => [field.selectionStart, field.selectionEnd];

  /** Once for the application, and again for each part that waited. */
  function giveBack() {
    // What was unfolded early; folding needs no application.
    const unfolded = isReady ? [] : document.querySelectorAll("details[open]");
    for (const details of unfolded) details.dispatchEvent(new Event("toggle"));
    isReady = true;
    // The words of a page that was left.
    if (location.pathname + location.search !== page) typed.clear();
    for (const [field, words] of typed) {
      if (field.isConnected && waits(field)) continue;
      // A part that is replaced has no field for a moment.
      if (giveWords(field, words)) typed.delete(field);
    }
    for (const sign of signs) removeEventListener(sign, begin, true);
    removeEventListener("popstate", followAddress);
    removeEventListener("pageshow", meetMember);
    removeEventListener("storage", meetMember);
    const control = pressed;
    if (control && !waits(control)) pressed = null;
    if (!document.querySelector(waiting) && typed.size === 0) {
      removeEventListener("click", hold, true);
      removeEventListener("input", note, true);
      removeEventListener("selectionchange", noteSelection, true);
      document.removeEventListener("application-ready", giveBack);
    }
    if (!pressed && control?.isConnected) control.click();
  }

  /** To the field itself, or to the one that the application has put in its place. False if there is none. */
  function giveWords(early, { value, selection }) {
    const name = early.getAttribute("aria-label");
    const isSame = (field) => name !== null && field.getAttribute("aria-label") === name;
    const field = early.isConnected
      ? early
      : [...document.querySelectorAll("input, textarea, select")].find(isSame);
    if (!field) return false;
    // Each set differently: the application reacts only to a value that it has not seen.
    field.value = "";
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value").set.call(field, value);
    field.dispatchEvent(new Event(field.tagName === "SELECT" ? "change" : "input", { bubbles: true }));
    // Who is still typing goes on where they are, once the application has written the value in turn.
    queueMicrotask(() => {
      if (field === document.activeElement && selection[0] !== null) field.setSelectionRange?.(...selection);
    });
    return true;
  }

  addEventListener("click", hold, true);
  addEventListener("input", note, true);
  addEventListener("selectionchange", noteSelection, true);
  addEventListener("popstate", followAddress);
  addEventListener("pageshow", meetMember);
  addEventListener("storage", meetMember);
  document.addEventListener("application-ready", giveBack);
  for (const sign of signs) addEventListener(sign, begin, { capture: true, passive: true });
  if (isMembers()) begin();
  else {
    const whenIdle = window.requestIdleCallback ?? ((task) => setTimeout(task, 200));
    const prepare = () => {
      if (hasMoreToShow()) begin();
      // The landing page's links lead to whole pages.
      else if (!hasBegun && location.pathname !== "/" && !navigator.connection?.saveData)
        for (const address of sharedAddresses) preload(address, { rel: "prefetch" });
    };
    // A device that is never idle gets it all the same.
    addEventListener("load", () => whenIdle(prepare, { timeout: 2_000 }), { once: true });
  }
})();
