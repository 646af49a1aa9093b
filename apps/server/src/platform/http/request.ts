import type { IncomingMessage, ServerResponse } from 'node:http';
import { resolveLanguage } from '@plimsoll/i18n/server';

/** Answers a request, now or later; nothing is thrown at whoever calls it. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** A header as one text; Node joins repeated ones of ours with a comma, which no valid token or key has. */
export function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'object' ? value.join(', ') : value;
}

/** The language asked for by the `Lang` header, as one of the 26 codes; English when it names none. */
export const languageOf = (request: IncomingMessage): string => resolveLanguage(headerOf(request, 'lang'));

/** The address of a request as it came, without its query. */
export function pathOf({ url = '' }: IncomingMessage): string {
  const mark = url.indexOf('?');
  return mark < 0 ? url : url.slice(0, mark);
}

/** The query of a request as it came, without `?`; empty when there is none. */
export function queryOf({ url = '' }: IncomingMessage): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}
