/** Browsers have passkeys on secure pages, each at its own host alone. */
export function passkeysWorkAt(host: string): boolean {
  const { hostname } = location;
  return isSecureContext && 'PublicKeyCredential' in globalThis && (hostname === host || hostname.endsWith(`.${host}`));
}
