import { Ajv, type Options, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import type { FastifyInstance, FastifySchemaCompiler, FastifyServerOptions } from "fastify";
import type { FastifySchemaValidationError } from "fastify/types/schema.js";
import { AppError } from "../lib/app-error.ts";
import { findUnstorableText } from "../lib/unstorable-text.ts";

type Compilers = NonNullable<NonNullable<FastifyServerOptions["schemaController"]>["compilersFactory"]>;
type BuildValidator = NonNullable<Compilers["buildValidator"]>;

const common: Options = {
  allErrors: true,
  removeAdditional: false,
  useDefaults: true,
  strict: false,
  // The schemas are the contract's own; checking them against JSON Schema's costs a third of a second at each start.
  validateSchema: false,
};
export const newAjv = (coerceTypes: boolean) => addFormats.default(new Ajv({ ...common, coerceTypes }));

type Check = ((value: unknown) => boolean) & { errors?: FastifySchemaValidationError[] | null };

/**
 * Bodies are taken exactly as they are; paths and query strings arrive as text and may become numbers.
 * The framework's own compiler would turn `["a@b.co"]` into `"a@b.co"`, null into "" and drop unknown fields.
 * Given as a factory when the app is made: `setValidatorCompiler` is quietly undone in every scope that adds
 * a named schema.
 */
export const buildValidator = (() => {
  const strict = newAjv(false);
  const coercing = newAjv(true);
  const compile: FastifySchemaCompiler<object> = ({ schema, httpPart, contentType }) => {
    // A form is checked once it has been read (forms.ts); its fields are text and may become numbers.
    if (contentType === "multipart/form-data") return () => true;
    const ajv = httpPart === "body" ? strict : coercing;
    let check: ValidateFunction | undefined;
    // Compiled by the first request that needs it: all of them at once would keep the server from starting.
    // Says what is wrong as the library's own checks do, for those who ask by themselves (forms.ts).
    const validate: Check = (value) => {
      const compiled = check ?? ajv.compile(schema);
      check = compiled;
      const isValid = compiled(value);
      validate.errors = compiled.errors as FastifySchemaValidationError[] | null;
      return isValid;
    };
    return validate;
  };
  return compile;
}) as unknown as BuildValidator; // the framework types its factory by one compiler package

/** How refusals read, what counts as JSON, and text that could never be stored. */
export function useStrictInput(app: FastifyInstance): void {
  app.setSchemaErrorFormatter(toInputError);

  app.removeContentTypeParser(["application/json", "text/plain"]);
  const parseJson = app.getDefaultJsonParser("error", "error");
  // The spec's refresh and mark-read calls have an empty body under a JSON content type.
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else void parseJson(request, body as string, done);
  });

  app.addHook("preValidation", async (request) => {
    for (const part of [request.body, request.query, request.params]) refuseUnstorableText(part);
  });
}

export function refuseUnstorableText(value: unknown): void {
  const path = findUnstorableText(value);
  if (path === null) return;
  throw new AppError("invalid_input", {
    details: [{ field: path, problem: "has characters that are not text" }],
  });
}

/** Every refused field by name. */
export const toInputError = (errors: readonly FastifySchemaValidationError[]): AppError =>
  new AppError("invalid_input", { details: errors.map(toFieldError) });

function toFieldError(error: FastifySchemaValidationError) {
  const path = error.instancePath.slice(1);
  const missing = error.params.missingProperty ?? error.params.additionalProperty;
  const field = typeof missing === "string" ? [path, missing].filter(Boolean).join("/") : path;
  return { field, problem: problemOf(error) };
}

function problemOf({ keyword, params, message }: FastifySchemaValidationError): string {
  switch (keyword) {
    case "required":
      return "is required";
    case "additionalProperties":
      return "is not known here";
    case "format":
      return params.format === "email" ? "must be an e-mail address" : `must be a ${params.format}`;
    case "minLength":
      return params.limit === 1 ? "must not be empty" : `must have at least ${params.limit} characters`;
    case "maxLength":
      return `must have at most ${params.limit} characters`;
    case "pattern":
      return params.pattern === "\\S" ? "must not be blank" : `must match ${params.pattern}`;
    case "enum":
      return `must be one of ${(params.allowedValues as unknown[]).join(", ")}`;
    default:
      return message ?? "is not valid";
  }
}
