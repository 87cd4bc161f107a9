// What browsers and Node share beyond the language. The types of either alone would let in what the other lacks.

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}

declare class TextDecoder {
  constructor(label: string, options: { fatal: boolean; ignoreBOM: boolean });
  decode(bytes: Uint8Array): string;
}

declare function atob(base64: string): string;
declare function btoa(binary: string): string;
