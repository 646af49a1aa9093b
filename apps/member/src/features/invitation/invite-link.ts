/** The query field that registration reads (PRODUCT 4). */
const FIELD = 'invite';
const HOME = '/register';
/** The shape of a code; anything else in an address is not shown as one. */
const CODE = /^[\w-]{1,32}$/;

/** The code in the address; undefined without a valid one. */
export function namedCode(search: URLSearchParams): string | undefined {
  const code = search.get('code')?.trim() ?? '';
  return CODE.test(code) ? code : undefined;
}

/**
 * The invitation link: the site's `invit_url` with the code in its query; this site's registration when that is
 * missing, invalid or without a page.
 */
export function inviteLink(invitUrl: string, code: string, origin: string): string {
  const own = new URL(HOME, origin);
  const given = invitUrl.trim() && URL.canParse(invitUrl.trim(), origin) ? new URL(invitUrl.trim(), origin) : own;
  const link = /^https?:$/.test(given.protocol) ? given : own;
  if (link.pathname === '/' && link.search === '' && link.hash === '') link.pathname = HOME;
  link.searchParams.set(FIELD, code);
  return link.href;
}

/** A link as it is shown: without its scheme. */
export const shownLink = (link: string): string => link.replace(/^https?:\/\//, '');
