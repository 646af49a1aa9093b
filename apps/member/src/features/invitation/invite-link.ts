/** What registration reads the code from (PRODUCT 4). */
const FIELD = 'invite';
const HOME = '/register';
/** A code as one could be; whatever else an address names is not shown as one. */
const CODE = /^[\w-]{1,32}$/;

/** The code that the address names, if it could be one. */
export function namedCode(search: URLSearchParams): string | undefined {
  const code = search.get('code')?.trim() ?? '';
  return CODE.test(code) ? code : undefined;
}

/**
 * The link that invites: the site's `invit_url` with the code among its query, whether or not it has one. This site's
 * own registration when none is set, when it is no web address, or when it names a site and no page of it, as no home
 * page reads the code.
 */
export function inviteLink(invitUrl: string, code: string, origin: string): string {
  const own = new URL(HOME, origin);
  const given = invitUrl.trim() && URL.canParse(invitUrl.trim(), origin) ? new URL(invitUrl.trim(), origin) : own;
  const link = /^https?:$/.test(given.protocol) ? given : own;
  if (link.pathname === '/' && link.search === '' && link.hash === '') link.pathname = HOME;
  link.searchParams.set(FIELD, code);
  return link.href;
}

/** A link as it is read: without what goes without saying. */
export const shownLink = (link: string): string => link.replace(/^https?:\/\//, '');
