import type { JsonSchema } from './json-schema.ts';

/** An OpenAPI 3.1 document; of what it holds, the types say what this project reads again. */
export interface OpenApi {
  readonly openapi: '3.1.1';
  readonly info: JsonSchema;
  readonly servers: readonly JsonSchema[];
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, JsonSchema>>;
    readonly parameters: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
  };
}

/** One method of one path. */
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly JsonSchema[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, { schema: JsonSchema }>>;
  };
  readonly responses: Readonly<Record<string, JsonSchema>>;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
}

export const JSON_TYPE = 'application/json';
export const PROBLEM_TYPE = 'application/problem+json';
export const FORM_TYPE = 'application/x-www-form-urlencoded';
export const FILE_TYPE = 'multipart/form-data';

/** The first sentence, for a list of calls; the name where there is none. */
export function summaryOf(words: string, name: string): string {
  const first = /^.*?[.:](?= |$)/.exec(words)?.[0] ?? words;
  return first === '' ? name : first.replace(/[.:]$/, '');
}

/** A response with a JSON body. */
export const responseOf = (description: string, schema: JsonSchema, type = JSON_TYPE): JsonSchema => ({
  description,
  content: { [type]: { schema } },
});

/** A document's tags: the slices in the order of their calls. */
export const tagsOf = (slices: readonly string[]): readonly { readonly name: string }[] =>
  [...new Set(slices)].map((name) => ({ name }));
