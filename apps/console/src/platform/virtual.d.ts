declare module 'virtual:plimsoll/rights' {
  import type { Role } from '@plimsoll/contract/operator';

  /** The least role of each call, by `POST /recharges/{id}/approve`. */
  const rights: Readonly<Record<string, Role>>;
  export default rights;
}
