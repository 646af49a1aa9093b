/**
 * Images: those that members send as proof, and those that operators show to everybody (RULES 7;
 * docs/wire/membership.md).
 */
export { createUploads, type OwnUpload, type Uploads } from './create-uploads.ts';
