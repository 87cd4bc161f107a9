/**
 * Runs inside QuickJS before a member's code: `console`, timers that do not wait, and functions for its caller. The code
 * after it may break whatever it finds here; that spoils its own output and nothing else. Evaluates to the functions.
 */
export const prelude = `(() => {
  const lines = [];
  let size = 0;
  const most = 65536;

  function inspect(value, depth, seen) {
    if (typeof value === "string") return depth === 0 ? value : quote(value);
    if (typeof value === "bigint") return value + "n";
    if (typeof value === "symbol") return value.toString();
    if (Object.is(value, -0)) return "-0";
    if (value === null || (typeof value !== "object" && typeof value !== "function")) return String(value);
    if (typeof value === "function") return nameFunction(value);
    if (seen.includes(value)) return "[Circular]";
    if (value instanceof Error) return String(value);
    if (value instanceof Date) return isNaN(value) ? "Invalid Date" : value.toISOString();
    if (value instanceof RegExp) return String(value);
    if (value instanceof Promise) return "Promise {}";
    if (depth > 2) return Array.isArray(value) ? "[Array]" : "[Object]";
    const inner = [...seen, value];
    const show = (part) => inspect(part, depth + 1, inner);
    if (Array.isArray(value)) return wrap("", "[", value.slice(0, 100).map(show), "]", value.length - 100);
    if (ArrayBuffer.isView(value) && value.length !== undefined) {
      const kind = value.constructor.name + "(" + value.length + ") ";
      return wrap(kind, "[", Array.from(value.slice(0, 100), show), "]", value.length - 100);
    }
    if (value instanceof Map) {
      return wrap("Map(" + value.size + ") ", "{", Array.from(value, ([key, one]) => show(key) + " => " + show(one)), "}");
    }
    if (value instanceof Set) return wrap("Set(" + value.size + ") ", "{", Array.from(value, show), "}");
    const proto = Object.getPrototypeOf(value);
    const name = proto === null ? "[Object: null prototype] " : proto === Object.prototype ? "" : (proto.constructor?.name ?? "Object") + " ";
    const fields = Object.keys(value).map((key) => nameKey(key) + ": " + showField(value, key, show));
    return wrap(name, "{", fields, "}");
  }
  function showField(value, key, show) {
    const { get, set, value: plain } = Object.getOwnPropertyDescriptor(value, key) ?? {};
    if (!get && !set) return show(plain);
    return get && set ? "[Getter/Setter]" : get ? "[Getter]" : "[Setter]";
  }
  function nameFunction(value) {
    const isClass = /^class\\b/.test(Function.prototype.toString.call(value));
    const kind = isClass ? "class" : (value.constructor?.name ?? "Function");
    return "[" + kind + (value.name ? (isClass ? " " : ": ") + value.name : isClass ? " (anonymous)" : " (anonymous)") + "]";
  }
  const nameKey = (key) => (/^[A-Za-z_$][\\w$]*$/.test(key) ? key : quote(key));
  function quote(text) {
    const mark = !text.includes("'") ? "'" : !text.includes('"') ? '"' : "'";
    const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\\\"', '"');
    return mark + (mark === "'" ? inner.replaceAll("'", "\\\\'") : inner) + mark;
  }
  function wrap(name, open, parts, close, left = 0) {
    if (left > 0) parts.push("... " + left + " more item" + (left > 1 ? "s" : ""));
    return name + (parts.length === 0 ? open + close : open + " " + parts.join(", ") + " " + close);
  }

  function print(...values) {
    if (size > most) return;
    const line = values.map((value) => inspect(value, 0, [])).join(" ");
    lines.push(line);
    size += line.length + 1;
  }
  const console = { log: print, info: print, debug: print, warn: print, error: print };

  // The engine does not tell of rejections that nobody handles, so promises are watched that pass through here. What is awaited
  // or chained is asked for its constructor first. That of an async function's call is seen where it is used.
  const { apply } = Reflect;
  const { constructor: Plain, then } = Promise.prototype;
  const used = new WeakSet();
  const rejected = new Map();
  let isWatching = false;
  Object.defineProperty(Promise.prototype, "constructor", {
    configurable: true,
    get() {
      if (!isWatching && this instanceof Plain) used.add(this);
      return Plain;
    },
    set(value) {
      Object.defineProperty(this, "constructor", { configurable: true, writable: true, value });
    },
  });
  function watch(value) {
    if (!(value instanceof Plain) || Object.getPrototypeOf(value) !== Plain.prototype) return value;
    isWatching = true;
    try {
      apply(then, value, [undefined, (error) => void rejected.set(value, error)]);
    } finally {
      isWatching = false;
    }
    return value;
  }
  for (const [owner, names] of [[Promise.prototype, ["then"]], [Promise, ["reject", "all", "any", "race"]]]) {
    for (const name of names) {
      const before = owner[name];
      const { [name]: after } = { [name](...values) { return watch(apply(before, this, values)); } };
      Object.defineProperty(owner, name, { configurable: true, writable: true, value: after });
    }
  }
  function throwRejection() {
    const unhandled = [...rejected].find(([promise]) => !used.has(promise));
    rejected.clear();
    if (unhandled) throw unhandled[1];
  }

  // Nothing waits here: what is due next runs next.
  let timers = [];
  let now = 0;
  let made = 0;
  function set(every, work, wait, values) {
    if (typeof work !== "function") throw new TypeError("a timer needs a function");
    made += 1;
    timers.push({ id: made, at: now + Math.max(1, Number(wait) || 0), every, work: () => work(...values) });
    return made;
  }
  const clear = (id) => {
    timers = timers.filter((timer) => timer.id !== id);
  };
  /** Once no job is left. Answers whether there was a timer. */
  function tick() {
    throwRejection();
    const next = timers.reduce((first, timer) => (first === null || timer.at < first.at ? timer : first), null);
    if (next === null) return false;
    now = next.at;
    clear(next.id);
    if (next.every !== null) timers.push({ ...next, at: now + next.every });
    watch(next.work());
    return true;
  }
  Object.assign(globalThis, {
    console,
    setTimeout: (work, wait, ...values) => set(null, work, wait, values),
    setInterval: (work, wait, ...values) => set(Math.max(1, Number(wait) || 0), work, wait, values),
    clearTimeout: clear,
    clearInterval: clear,
    queueMicrotask: (work) => void Promise.resolve().then(work),
  });

  return {
    tick,
    watch,
    take() {
      const text = lines.join("\\n");
      lines.length = 0;
      size = 0;
      return text;
    },
    describe: (error) => (error instanceof Error ? error.name + ": " + error.message : "Uncaught " + inspect(error, 1, [])),
  };
})()`;
