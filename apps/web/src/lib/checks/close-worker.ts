/** What a program in a closed worker may find: JavaScript's own, and what Pyodide needs while it runs. */
const kept: ReadonlySet<string> = new Set(
  `Object Function Array Number Boolean String Symbol BigInt Math JSON Date RegExp Promise Proxy Reflect Map Set WeakMap
  WeakSet WeakRef FinalizationRegistry Iterator Intl Infinity NaN undefined globalThis isFinite isNaN parseFloat parseInt
  encodeURI encodeURIComponent decodeURI decodeURIComponent escape unescape Error AggregateError EvalError RangeError
  ReferenceError SyntaxError TypeError URIError SuppressedError DisposableStack AsyncDisposableStack ArrayBuffer
  SharedArrayBuffer Atomics DataView Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array
  Float16Array Float32Array Float64Array BigInt64Array BigUint64Array Temporal WebAssembly
  console crypto performance TextDecoder TextEncoder DOMException MessageChannel queueMicrotask structuredClone
  setTimeout clearTimeout setInterval clearInterval self`.split(/\s+/),
);

/**
 * Takes away all that reaches out of this worker: the network, the origin's storage, channels to other pages, other
 * workers, and JavaScript that is made of text. Whatever a browser adds later goes too.
 * @throws where the browser does not let go of something
 */
export function closeWorker(scope: object = globalThis): void {
  for (let holder = scope; holder !== Object.prototype; holder = Object.getPrototypeOf(holder)) {
    for (const name of Object.getOwnPropertyNames(holder)) {
      if (kept.has(name) || Reflect.deleteProperty(holder, name)) continue;
      // Plain numbers, such as the constants of some browsers, may stay.
      if (typeof Reflect.get(scope, name) !== "number") throw new Error(`${name} cannot be taken away`);
    }
  }
}
