/** Upload progress, in bytes. */
export interface Progress {
  sent: number;
  total: number;
  /** The connection is lost; sending continues once it is back. */
  isWaiting?: boolean;
}

interface FormRequest {
  method: string;
  headers: Headers;
  form: FormData;
  signal: AbortSignal | undefined;
  onProgress: ((progress: Progress) => void) | undefined;
}

/** Sends a form as `fetch` would. Only XMLHttpRequest reports upload progress. */
export function sendForm(address: string, request: FormRequest): Promise<Response> {
  const { method, headers, form, signal, onProgress } = request;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const exchange = new XMLHttpRequest();
    const giveUp = () => {
      exchange.abort();
      reject(signal?.reason);
    };
    exchange.open(method, address);
    exchange.withCredentials = true;
    headers.forEach((value, name) => {
      exchange.setRequestHeader(name, value);
    });
    signal?.addEventListener("abort", giveUp);
    exchange.upload.onprogress = ({ loaded, total }) => onProgress?.({ sent: loaded, total });
    exchange.onload = () => resolve(responseOf(exchange));
    exchange.onerror = () => reject(new TypeError("The connection was lost."));
    exchange.onloadend = () => signal?.removeEventListener("abort", giveUp);
    exchange.send(form);
  });
}

function responseOf(exchange: XMLHttpRequest) {
  const headers = new Headers();
  for (const line of exchange.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const [name, ...value] = line.split(":");
    if (name && value.length > 0) headers.append(name.trim(), value.join(":").trim());
  }
  return new Response(exchange.responseText || null, { status: exchange.status, headers });
}

/** Appends the body's fields and files before the file, so that the server knows all of them before it reads the file. */
export function formOf(part: string, body: unknown, file: Blob | null | undefined): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) {
    if (value === undefined) continue;
    if (value instanceof Blob) {
      form.append(name, value);
      continue;
    }
    // An empty part is how a form says null.
    form.append(
      name,
      typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? ""),
    );
  }
  if (file) form.append(part, file);
  return form;
}
