/** Keys of members' programs, and HTX's private calls for them (RULES 7.7, docs/API.md). */
export { openPrivateStream } from './stream/private-stream.ts';
export { createKeys, type Keys } from './create-keys.ts';
export { resealKeys } from './reseal.ts';
