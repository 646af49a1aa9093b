import type { JsonSchema, OpenApi, Operation } from '@plimsoll/contract/descriptions';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** A description that judges requests and their answers. */
export interface Described {
  /** What a request's fields violate; undefined when they are as described. */
  faultIn(method: string, path: string, fields: Readonly<Record<string, unknown>>): string | undefined;
  /** What an answer violates: a status, a type or a body that is not described. */
  wrongIn(method: string, path: string, answer: Answered): string | undefined;
}
export interface Answered {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
}
type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const DOCUMENT = 'document';
const part = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * The description with closed objects: readers accept fields that they do not know, but none may be sent that is not
 * described. A reference with fields beside it stays open, for those are its own.
 */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (!isNode(value)) return value;
  const made = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, closed(each)]));
  const isOpen =
    value['type'] !== 'object' || !isNode(value['properties']) || value['additionalProperties'] !== undefined;
  return isOpen ? made : { ...made, additionalProperties: false };
}

/** Compiles what a document says, each part when it is first needed. */
export class DocumentJudge implements Described {
  readonly #api: OpenApi;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: false });
  readonly #made = new Map<string, ValidateFunction>();

  constructor(api: OpenApi) {
    this.#api = api;
    addFormats.default(this.#ajv);
    const document = closed(api);
    this.#ajv.addSchema({ $id: DOCUMENT, ...(isNode(document) ? document : {}) });
  }

  /** The operation, with the pointer that leads to it. */
  #operation(method: string, path: string): { readonly operation: Operation; readonly at: string } {
    const operation = this.#api.paths[path]?.[method.toLowerCase()];
    if (!operation) throw new Error(`${method} ${path} is not described`);
    return { operation, at: `#/paths/${part(path)}/${method.toLowerCase()}` };
  }

  #check(pointer: string, value: unknown): string | undefined {
    const check = this.#made.get(pointer) ?? this.#ajv.compile({ $ref: `${DOCUMENT}${pointer}` });
    this.#made.set(pointer, check);
    return check(value) ? undefined : this.#ajv.errorsText(check.errors);
  }

  faultIn(method: string, path: string, fields: Readonly<Record<string, unknown>>): string | undefined {
    const { operation, at } = this.#operation(method, path);
    const rest: Record<string, unknown> = { ...fields };
    for (const [index, parameter] of (operation.parameters ?? []).entries()) {
      if (!isParameter(parameter) || parameter.in === 'header') continue;
      const value = rest[parameter.name];
      delete rest[parameter.name];
      if (value === undefined && parameter.required !== true) continue;
      if (value === undefined) return `${parameter.name} is missing`;
      const fault = this.#check(`${at}/parameters/${index}/schema`, value);
      if (fault !== undefined) return `${parameter.name}: ${fault}`;
    }
    const [type] = Object.keys(operation.requestBody?.content ?? {});
    if (type === undefined) return Object.keys(rest).length === 0 ? undefined : 'it takes no body';
    return this.#check(`${at}/requestBody/content/${part(type)}/schema`, rest);
  }

  wrongIn(method: string, path: string, { status, type, body }: Answered): string | undefined {
    const { operation, at } = this.#operation(method, path);
    const described = operation.responses[String(status)];
    if (!described) return `the status ${status} is not described`;
    const reference = described['$ref'];
    const pointer = typeof reference === 'string' ? reference : `${at}/responses/${status}`;
    const response =
      typeof reference === 'string' ? this.#api.components.responses[reference.split('/').at(-1) ?? ''] : described;
    const content = response?.['content'];
    if (!isNode(content)) return body === '' ? undefined : 'there is a body';
    const [media = ''] = type.split(';');
    if (!(media in content)) return `the type ${type} is not described`;
    return this.#check(`${pointer}/content/${part(media)}/schema`, JSON.parse(body));
  }
}

const isParameter = (value: unknown): value is Parameter => isNode(value) && 'in' in value;
