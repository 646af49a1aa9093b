/** Images: members' proofs, and operators' public pictures (RULES 7; docs/wire/membership.md). */
export { resealUploads } from './reseal.ts';
export { createUploads, type OwnUpload, type Uploads } from './create-uploads.ts';
