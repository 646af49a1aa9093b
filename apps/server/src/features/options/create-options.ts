import type { CrudDeps } from '../../platform/crud/index.ts';
import { Distribution } from '../../platform/metrics/distribution.ts';
import { Plans } from '../../platform/http/index.ts';
import type { SecretOrSecrets } from '../../platform/secret.ts';
import type { SliceWith } from '../../platform/slice.ts';
import { optionAudits } from './audit.ts';
import { optionOrderOperatorRoutes } from './operator-order-routes.ts';
import { optionTermOperatorRoutes } from './operator-routes.ts';
import { optionNews } from './option-news.ts';
import { OptionsService, type OptionDeps } from './options-service.ts';
import { optionRoutes } from './routes.ts';

const LATENESS_BUCKETS_S = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3600];

interface CreateOptionsDeps extends Omit<OptionDeps, 'settled'>, Pick<CrudDeps, 'proposals'> {
  /** Reads the settings again: they contain the version of the terms, which an owner may have changed. */
  readonly refreshSettings: () => Promise<void>;
  readonly secret: SecretOrSecrets;
}

export interface Options extends SliceWith<'routes' | 'operatorRoutes' | 'workers' | 'metrics'> {
  /** Places and settles; its worker starts and stops it. */
  readonly service: OptionsService;
}

/** Opens options. */
export function createOptions({ proposals, refreshSettings, secret, ...deps }: CreateOptionsDeps): Options {
  const { db, clock, log } = deps;
  const lateness = new Distribution({
    name: 'plimsoll_option_settlement_lateness_seconds',
    help: 'From an option’s expiry to its settlement by this process.',
    buckets: LATENESS_BUCKETS_S,
  });
  const service = new OptionsService({
    ...deps,
    settled: (lateMs) => {
      for (const each of lateMs) lateness.observe(each / 1000);
    },
  });
  const changed = async (): Promise<void> => {
    await Promise.all([service.refreshTerms(), refreshSettings()]);
  };
  return {
    routes: optionRoutes({ db, clock, service, plans: new Plans(secret, clock) }),
    operatorRoutes: [
      ...optionTermOperatorRoutes({ db, clock, log, proposals, changed }),
      ...optionOrderOperatorRoutes({ db, clock }),
    ],
    workers: [{ name: 'options', start: () => service.start(), stop: () => service.stop() }],
    audits: optionAudits,
    metrics: [lateness],
    news: [optionNews(deps)],
    service,
  };
}
