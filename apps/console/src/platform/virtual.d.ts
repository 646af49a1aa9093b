declare module 'virtual:plimsoll/rights' {
  import type { Role } from '@plimsoll/contract/operator';

  /** The minimum role of each call: `POST /recharges/{id}/approve`. */
  const rights: Readonly<Record<string, Role>>;
  export default rights;
}
