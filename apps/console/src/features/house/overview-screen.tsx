import { AuditTail } from './audit-tail.tsx';
import { BalancesPane } from './balances-pane.tsx';
import { ExposurePane } from './exposure-pane.tsx';
import { MarketsPane } from './markets-pane.tsx';
import { Queues } from './queues.tsx';

/** The overview: queues, balances, exposure, markets, latest actions. */
export default function OverviewScreen() {
  return (
    <div className="grid content-start gap-5 p-4 wide:px-7 wide:py-6">
      <Queues />
      <div className="grid gap-5 beside:grid-cols-[minmax(0,1.75fr)_minmax(0,1fr)]">
        <BalancesPane />
        <ExposurePane />
      </div>
      <div className="grid gap-5 beside:grid-cols-[minmax(0,1fr)_minmax(0,1.25fr)]">
        <MarketsPane />
        <AuditTail />
      </div>
    </div>
  );
}
