import type { IncomingMessage, ServerResponse } from 'node:http';
import { resolveLanguage } from '@plimsoll/i18n/server';

/** Answers a request, now or later; never throws at its caller. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** A header as one text; repeated ones are joined by a comma, which no valid token or key has. */
export function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'object' ? value.join(', ') : value;
}

/** Of the `Lang` header, one of the 26 codes; English by default. */
export const languageOf = (request: IncomingMessage): string => resolveLanguage(headerOf(request, 'lang'));

/** As it came. */
export function pathOf({ url = '' }: IncomingMessage): string {
  const mark = url.indexOf('?');
  return mark < 0 ? url : url.slice(0, mark);
}

/** As it came, without `?`. */
export function queryOf({ url = '' }: IncomingMessage): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}
