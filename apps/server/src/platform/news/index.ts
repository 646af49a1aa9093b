/** Private news on members' sockets (docs/wire/stream.md, docs/PROCESSES.md). */
export { NewsService, type NewsEntry } from './service.ts';
export type { NewsSocket } from './readers.ts';
export type { NewsFrom } from './logins.ts';
export type { NewsSource, NewsThing } from './source.ts';
