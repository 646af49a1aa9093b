/** The contract described for programs: OpenAPI, AsyncAPI, and a guide for language models (docs/API.md). */
export { createDescriptions } from './create-descriptions.ts';
