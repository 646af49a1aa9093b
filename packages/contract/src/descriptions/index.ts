/** What crosses the wire, described for machines: OpenAPI and AsyncAPI of the contract and nothing else. */
export { fieldsOf, type CallField } from './call-fields.ts';
export { CHECKED_FURTHER } from './class-schemas.ts';
export { classWords } from './class-words.ts';
export { describedFieldsOf, type DescribedField } from './described-fields.ts';
export { formReasonsOf } from './form-reasons.ts';
export { guideText } from './guide.ts';
export type { JsonSchema } from './json-schema.ts';
export { memberApi, MEMBER_BASE } from './member-api.ts';
export type { OpenApi, Operation } from './open-api.ts';
export { operatorApi, OPERATOR_BASE } from './operator-api.ts';
export { streamApi, type AsyncApi } from './stream-api.ts';
export type { CallWords, Words } from './words.ts';
