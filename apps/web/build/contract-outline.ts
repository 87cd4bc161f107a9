import type { Plugin } from "vite";

/** What the browser reads of a call's definition (src/lib/api). */
const kept: ReadonlySet<string> = new Set(["name", "method", "path", "upload"]);

/** As much of an ESTree node as is looked at here. */
interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

/**
 * Leaves of each `endpoint({...})` of the contract only what the browser reads, and of each `Type.X(...)` only the call,
 * whose arguments the stub ignores (typebox-stub.ts). The bundler can then drop schemas, summaries and error codes.
 */
export function contractOutline(): Plugin {
  return {
    name: "cairn-contract-outline",
    apply: "build",
    // After TypeScript has become JavaScript.
    enforce: "post",
    transform(code, id, options) {
      if (options?.ssr || !/[\\/]packages[\\/]contract[\\/]src[\\/][\w-]+\.ts$/.test(id)) return undefined;
      let outline = "";
      let end = 0;
      for (const call of callsIn(this.parse(code))) {
        outline += code.slice(end, call.start) + outlineOf(call, code);
        end = call.end;
      }
      return { code: outline + code.slice(end), map: null };
    },
  };
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && "start" in value;

const isEndpoint = ({ callee }: Node) => isNode(callee) && callee.name === "endpoint";
const isSchema = ({ callee }: Node) =>
  isNode(callee) && isNode(callee.object) && callee.object.name === "Type";

/** The outermost of these calls, in the order of the code. */
function callsIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(callsIn);
  if (!isNode(value)) return [];
  if (value.type === "CallExpression" && (isEndpoint(value) || isSchema(value))) return [value];
  return Object.values(value).flatMap(callsIn);
}

function outlineOf(call: Node, code: string): string {
  const source = (node: unknown) => (isNode(node) ? code.slice(node.start, node.end) : "");
  if (!isEndpoint(call)) return `${source(call.callee)}()`;
  const [definition] = call.arguments as Node[];
  const properties = (definition?.properties ?? []) as Node[];
  const names = properties.filter(({ key }) => isNode(key) && kept.has(String(key.name)));
  return `({ ${names.map(source).join(", ")} })`;
}
