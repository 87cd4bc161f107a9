import {
  anyLetter,
  isOneLine,
  labelPattern,
  limits,
  oneForm,
  oneLine,
  oneLineRefusal,
  visibleSign,
} from "@cairn/contract";
import { Ajv, type Options, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import type { FastifyInstance, FastifyRequest, FastifySchemaCompiler, FastifyServerOptions } from "fastify";
import type { FastifySchemaValidationError } from "fastify/types/schema.js";
import { AppError, inputError } from "../lib/app-error.ts";
import { asciiEmail } from "../lib/email.ts";
import { findUnstorableText } from "../lib/unstorable-text.ts";
import { boundsOf, exceeds, hasMoreParts } from "./body-bounds.ts";

type Compilers = NonNullable<NonNullable<FastifyServerOptions["schemaController"]>["compilersFactory"]>;
type BuildValidator = NonNullable<Compilers["buildValidator"]>;

const common: Options = {
  removeAdditional: false,
  useDefaults: true,
  strict: false,
  // The schemas are our own: validating them would add a third of a second to each start.
  validateSchema: false,
};
export const newAjv = (options: Pick<Options, "coerceTypes" | "allErrors">) =>
  addFormats
    .default(new Ajv({ ...common, ...options }))
    .addFormat(oneLine, isShortLine)
    .addFormat("email", isAccountEmail);

/** A text beyond this length is refused without further checks. */
const isShortLine = (text: string) => text.length > 1_000 || isOneLine(text);

const asciiPattern = addFormats.default.get("email") as RegExp;

/** The library's format accepts ASCII only; a domain may use either spelling (docs/rules.md#email-domains). */
function isAccountEmail(text: string): boolean {
  const ascii = text.length > limits.emailLength ? null : asciiEmail(text);
  return ascii !== null && ascii.length <= limits.emailLength && asciiPattern.test(ascii);
}

type Check = ((value: unknown) => boolean) & { errors?: FastifySchemaValidationError[] | null };

/**
 * Bodies are accepted exactly as sent; paths and query strings arrive as text and may become numbers. The framework's
 * own compiler would turn `["a@b.co"]` into `"a@b.co"`, null into "" and drop unknown fields. Passed as a factory when
 * the app is created: `setValidatorCompiler` is silently undone in every scope that adds a named schema. All scopes of an
 * app share one compiler: a validator takes 10 ms to make, and the schemas of requests name no parts.
 */
export const validatorFactory = (): BuildValidator => {
  // A form shows a problem at each field, so all of them are reported; bodies have few parts (body-bounds.ts). For an
  // address, the first problem is enough.
  const strict = newAjv({ coerceTypes: false, allErrors: true });
  const coercing = newAjv({ coerceTypes: true, allErrors: false });
  const compile: FastifySchemaCompiler<object> = ({ schema, httpPart, contentType }) => {
    // A form is validated after it was read (forms.ts); its fields are text and may become numbers.
    if (contentType === "multipart/form-data") return () => true;
    const ajv = httpPart === "body" ? strict : coercing;
    let check: ValidateFunction | undefined;
    // Compiled at the first request that needs it: compiling all at once would delay the start. Reports errors in the
    // library's own shape, for callers that validate by themselves (forms.ts).
    const validate: Check = (value) => {
      const compiled = check ?? ajv.compile(schema);
      check = compiled;
      const isValid = compiled(value);
      validate.errors = compiled.errors as FastifySchemaValidationError[] | null;
      return isValid;
    };
    return validate;
  };
  // The framework types its factory for one compiler package only.
  return (() => compile) as unknown as BuildValidator;
};

/** Sets up the wording of refusals, the JSON content types and the check for text that PostgreSQL cannot store. */
export function useStrictInput(app: FastifyInstance): void {
  app.setSchemaErrorFormatter(toInputError);

  app.removeContentTypeParser(["application/json", "text/plain"]);
  const parseJson = app.getDefaultJsonParser("error", "error");
  // The spec's refresh and mark-read calls have an empty body with a JSON content type.
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") return done(null, undefined);
    if (exceeds(body as string, boundsFor(request))) return done(tooManyParts());
    void parseJson(request, body as string, done);
  });

  app.addHook("preValidation", async (request) => {
    for (const part of [request.body, request.query, request.params]) refuseUnstorableText(part);
    giveOneForm(request.body, request.routeOptions.config.names ?? []);
    // Two spaces in a search may be the "++" of a name.
    giveOneForm(request.query, Object.keys(request.query ?? {}), (text) => text.normalize("NFC"));
  });
}

/** Normalises these texts as names before validation, because that may change their length. */
export function giveOneForm(values: unknown, fields: readonly string[], formOf = oneForm): void {
  if (typeof values !== "object" || values === null) return;
  const texts = values as Record<string, unknown>;
  for (const field of fields) {
    const text = texts[field];
    if (typeof text === "string") texts[field] = formOf(text);
  }
}

const boundsFor = ({ routeOptions }: FastifyRequest) => boundsOf(routeOptions.config.endpoint);

/** Refuses a JSON body beyond the bounds of its call. */
export const bodyTooLarge = (request: FastifyRequest): AppError => {
  const sentence = `The request is too large. This call accepts at most ${boundsFor(request).kilobytes} KB.`;
  return new AppError("body_too_large", { sentence });
};

const tooManyParts = (): AppError =>
  inputError([{ field: "", problem: "has more fields, entries or levels than this call accepts" }]);

/** Refuses form fields with more parts than the call allows. Call it before validation. @throws AppError */
export function refuseManyParts(request: FastifyRequest, fields: Readonly<Record<string, unknown>>): void {
  if (hasMoreParts(fields, boundsFor(request))) throw tooManyParts();
}

export function refuseUnstorableText(value: unknown): void {
  const found = findUnstorableText(value);
  if (found) throw inputError([{ field: found.path, problem: found.problem }]);
}

/** Lists every refused field by name. */
export const toInputError = (errors: readonly FastifySchemaValidationError[]): AppError =>
  inputError(errors.map(toFieldError));

function toFieldError(error: FastifySchemaValidationError) {
  const path = error.instancePath.slice(1);
  const missing = error.params.missingProperty ?? error.params.additionalProperty;
  const field = typeof missing === "string" ? [path, missing].filter(Boolean).join("/") : path;
  return { field, problem: problemOf(error) };
}

/** What people type; other patterns are of values that programs make. */
const patternProblems: ReadonlyMap<string, string> = new Map([
  [visibleSign, "must not be blank"],
  [anyLetter, "must have a letter"],
  [labelPattern, "must be a name and a version, such as node 20"],
]);

function problemOf({ keyword, params, message }: FastifySchemaValidationError): string {
  switch (keyword) {
    case "required":
      return "is required";
    case "additionalProperties":
      return "is not known here";
    case "format":
      if (params.format === oneLine) return oneLineRefusal;
      return params.format === "email" ? "must be an email address" : `must be a ${params.format}`;
    case "minLength":
      return params.limit === 1 ? "must not be empty" : `must have at least ${params.limit} characters`;
    case "maxLength":
      return `must have at most ${params.limit} characters`;
    case "maxItems":
      return `must have at most ${params.limit} entries`;
    case "pattern":
      return patternProblems.get(String(params.pattern)) ?? `must match ${params.pattern}`;
    case "enum":
      return `must be one of ${(params.allowedValues as unknown[]).join(", ")}`;
    case "type":
      return `must be of the type ${[params.type].flat().join(" or ")}`;
    case "minimum":
      return `must be at least ${params.limit}`;
    case "maximum":
      return `must be at most ${params.limit}`;
    default:
      return message ?? "is not valid";
  }
}
