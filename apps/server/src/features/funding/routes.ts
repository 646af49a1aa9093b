import { demoFunds } from '@plimsoll/contract/funding';
import type { GroupedWriter } from '../../ledger/index.ts';
import type { MarketData } from '../../market/types.ts';
import type { Clock } from '../../platform/clock.ts';
import { memberRoute, type Route } from '../../platform/http/index.ts';
import { giveDemoFunds } from './give-demo-funds.ts';

interface FundingDeps {
  readonly writer: GroupedWriter;
  readonly market: MarketData;
  readonly clock: Clock;
  readonly mode: 'demo' | 'live';
}

/** Money into the platform. In live mode nothing is given away. */
export function fundingRoutes({ writer, market, clock, mode }: FundingDeps): readonly Route[] {
  const usdt = () => market.coins().find((coin) => coin.title === 'USDT')?.id ?? '';
  const deed = giveDemoFunds(clock, usdt);
  return [
    memberRoute(demoFunds, (_input, { memberId, claim }) => writer.submit(deed, memberId, claim), { enabled: () => mode === 'demo' }),
  ];
}
