import type { SpotOrder } from '@plimsoll/contract';
import { OpenOrderRow } from './order-row.tsx';

/** Open orders of a market, one below the other. */
export default function OpenOrderRows({ orders }: { readonly orders: readonly SpotOrder[] }) {
  return (
    <ul className="rows">
      {orders.map((order) => (
        <li key={order.id}>
          <OpenOrderRow order={order} />
        </li>
      ))}
    </ul>
  );
}
