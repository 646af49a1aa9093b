import type { OptionSettings } from './features/options/index.ts';
import type { AllSettings } from './features/site/index.ts';
import type { SpotSettings } from './features/spot/index.ts';

/** The site's current settings of spot trading. */
export const spotSettings = (settings: () => AllSettings): SpotSettings => ({
  freshSeconds: () => settings().fresh_seconds,
  spotFee: () => settings().spot_fee,
  maxOpenOrders: () => settings().max_open_orders,
  depthRecovery: () => settings().depth_recovery,
  priceBand: () => settings().price_band,
  limits: () => ({ position: settings().spot_position_limit, memberMinute: settings().spot_member_minute_limit }),
});

/** What they say of options. */
export const optionSettings = (settings: () => AllSettings): OptionSettings => ({
  freshSeconds: () => settings().fresh_seconds,
  lineDelayMs: () => settings().line_delay,
  limits: () => ({ net: settings().options_net_limit, member: settings().options_member_limit }),
  presets: () => ({ hy_numcolstmp: [...settings().hy_numcolstmp], hy_price_type: settings().hy_price_type }),
});
