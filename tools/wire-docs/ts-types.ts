import type { JsonSchema } from '@plimsoll/contract/descriptions';

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const schemas = (value: unknown): readonly JsonSchema[] => (Array.isArray(value) ? value.filter(isSchema) : []);

/** Fields that take more than text, by the name of their schema. */
const FIELDS: Readonly<Record<string, string>> = {
  IdField: 'string | number',
  MomentField: 'string | number',
  PageField: 'string | number',
  LimitField: 'string | number',
  FundsField: "'1' | 1",
  FileField: 'Blob',
};

function refType(ref: string): string {
  const name = ref.split('/').at(-1) ?? '';
  return name.endsWith('Field') ? (FIELDS[name] ?? 'string') : name;
}

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value));
const comment = (words: unknown, indent: string): string =>
  typeof words === 'string' && words !== '' ? `${indent}/** ${words.replaceAll('*/', '* /')} */\n` : '';

function objectType(schema: JsonSchema, indent: string): string {
  const { properties, additionalProperties, required } = schema;
  if (!isSchema(properties)) {
    const value = isSchema(additionalProperties) ? typeOf(additionalProperties, indent) : 'unknown';
    const { propertyNames } = schema;
    const names =
      isSchema(propertyNames) && Array.isArray(propertyNames['enum']) ? typeOf(propertyNames, indent) : 'string';
    return `{ [name in ${names}]: ${value} }`;
  }
  const needed = new Set(Array.isArray(required) ? required.map(String) : []);
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(([name, each]) => {
    const field = isSchema(each) ? each : {};
    return `${comment(field['description'], inner)}${inner}${/^\w+$/.test(name) ? name : `'${name}'`}${needed.has(name) ? '' : '?'}: ${typeOf(field, inner)};\n`;
  });
  return fields.length === 0 ? '{}' : `{\n${fields.join('')}${indent}}`;
}

/** A JSON Schema of the descriptions as a type of TypeScript; `indent` is that of the line that it stands in. */
export function typeOf(schema: JsonSchema, indent: string): string {
  const { $ref, anyOf, oneOf, type } = schema;
  if (typeof $ref === 'string') return refType($ref);
  if (Array.isArray(schema['enum'])) return schema['enum'].map(literal).join(' | ');
  if ('const' in schema) return literal(schema['const']);
  const among = [...schemas(anyOf), ...schemas(oneOf)];
  if (among.length > 0) return among.map((each) => typeOf(each, indent)).join(' | ');
  if (Array.isArray(type)) return type.map((each) => typeOf({ ...schema, type: each }, indent)).join(' | ');
  switch (type) {
    case 'object':
      return objectType(schema, indent);
    case 'array': {
      const { items } = schema;
      const item = isSchema(items) ? typeOf(items, indent) : 'unknown';
      return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
    }
    case 'string':
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    default:
      return 'unknown';
  }
}
