import { mustAgree } from '../disagreement.ts';
import { read, write } from '../model/exact.ts';
import { done } from '../model/outcome.ts';
import type { Settings } from '../model/world.ts';
import { decide } from './operator-steps.ts';
import { anyCoin, anyMarket, type Step } from './step.ts';
import { listOf } from '../../support/json.ts';

const OWNERS = ['owner', 'second'] as const;

/** Changes a switch, mostly back to on. */
const throwSwitch: Step = {
  name: 'throws a switch',
  weight: 4,
  async run(scene) {
    const {
      dice,
      model: {
        world: { settings },
      },
    } = scene;
    const names = Object.keys(settings.switches);
    const unusual = names.filter((name) => settings.switches[name] !== (name === 'identity_for_withdrawal' ? 0 : 1));
    const name = unusual.length > 0 && dice.chance(80) ? dice.pick(unusual) : dice.pick(names);
    const to = settings.switches[name] === 1 ? 0 : 1;
    await decide(scene, dice.pick(OWNERS), 'PATCH', '/settings', { [name]: to }, () => {
      settings.switches[name] = to;
      return done();
    });
  },
};

/** Fields of the call, and what they change in the model. */
type Change = readonly [fields: Readonly<Record<string, unknown>>, settings: Partial<Settings>];

const figuresOf = (rate: string, whole: number): readonly Change[] => [
  [{ spot_fee: rate }, { spotFee: read(rate) }],
  [{ exchange_spread: rate }, { spread: read(rate) }],
  [{ fresh_seconds: whole }, { freshMs: whole * 1000 }],
  [{ max_open_orders: whole }, { maxOpenOrders: whole }],
  [{ max_open_orders: null }, { maxOpenOrders: null }],
  [{ spot_position_limit: `${whole}000.00000000` }, { positionLimit: read(`${whole}000`) }],
  [{ spot_position_limit: `${whole}00000.00000000` }, { positionLimit: read(`${whole}00000`) }],
  [{ spot_member_minute_limit: `${whole}000.00000000` }, { minuteLimit: read(`${whole}000`) }],
  [{ four_eyes_threshold: `${whole}00.00000000` }, { fourEyes: read(`${whole}00`) }],
];

const setFigure: Step = {
  name: 'sets a figure',
  weight: 2,
  async run(scene) {
    const { dice, model } = scene;
    const rate = write(BigInt(dice.from(1, 500)) * 10_000n);
    const [fields, change] = dice.pick(figuresOf(rate, dice.from(2, 9)));
    await decide(scene, dice.pick(OWNERS), 'PATCH', '/settings', fields, () => {
      Object.assign(model.world.settings, change);
      return done();
    });
  },
};

const changeCoin: Step = {
  name: 'changes a coin',
  weight: 2,
  async run(scene) {
    const { dice } = scene;
    const coin = anyCoin(scene);
    const fields = {
      internal_transfer_sxf: write(BigInt(dice.from(0, 300)) * 10_000n),
      internal_transfer_days: dice.from(0, 2),
      txminnum: write(BigInt(dice.from(1, 5000)) * 10n ** BigInt(8 - Math.min(coin.places, 4))),
      sxftype: dice.from(1, 2),
      txsxf: write(BigInt(dice.from(0, 500)) * 10n ** 6n),
      txsxf_n: write(10n ** BigInt(8 - coin.places) * BigInt(dice.from(0, 20))),
    };
    await decide(scene, dice.pick(OWNERS), 'PATCH', `/coins/${coin.id}`, fields, () => {
      coin.sendRate = read(fields.internal_transfer_sxf);
      coin.sendDays = fields.internal_transfer_days;
      coin.withdrawMin = read(fields.txminnum);
      coin.feeType = fields.sxftype === 1 ? 1 : 2;
      coin.feePercent = read(fields.txsxf);
      coin.feeFixed = read(fields.txsxf_n);
      return done();
    });
  },
};

const changeMarket: Step = {
  name: 'changes a market',
  weight: 1,
  async run(scene) {
    const market = anyMarket(scene);
    const fee = scene.dice.chance(40) ? null : write(BigInt(scene.dice.from(0, 500)) * 10_000n);
    await decide(scene, scene.dice.pick(OWNERS), 'PATCH', `/markets/${market.id}`, { spot_fee: fee }, () => {
      market.fee = fee === null ? null : read(fee);
      return done();
    });
  },
};

const changeTerms: Step = {
  name: 'changes the terms',
  weight: 2,
  async run(scene) {
    const {
      dice,
      model: { options },
    } = scene;
    const term = dice.pick([...options.terms.values()]);
    const fields = {
      rate: write(BigInt(dice.from(50, 99)) * 10n ** 6n),
      min: write(BigInt(dice.from(5, 20)) * read('1')),
      enabled: dice.chance(85) ? 1 : 0,
    };
    await decide(scene, dice.pick(OWNERS), 'PATCH', `/option-terms/${term.id}`, fields, () => {
      options.changeTerm(term, { rate: read(fields.rate), min: read(fields.min), enabled: fields.enabled === 1 });
      return done();
    });
  },
};

const changeOffer: Step = {
  name: 'changes an offer',
  weight: 1,
  async run(scene) {
    const {
      dice,
      model: { products, loans },
    } = scene;
    const rate = write(BigInt(dice.from(1, 300)) * 10n ** 6n);
    if (dice.chance(50)) {
      const offer = dice.pick(products.miningOffers);
      await decide(scene, 'owner', 'PATCH', `/mining-products/${offer.id}`, { interest_rate: rate }, () => {
        offer.rate = read(rate);
        return done();
      });
    } else {
      const offer = dice.pick(loans.offers);
      await decide(scene, 'owner', 'PATCH', `/loan-projects/${offer.id}`, { interest_rate: rate }, () => {
        offer.rate = read(rate);
        return done();
      });
    }
  },
};

const report: Step = {
  name: 'reads the report',
  weight: 1,
  async run(scene) {
    const { body } = await scene.operate('clerk', 'GET', '/reports/balances');
    for (const { coin, difference } of listOf(body['list']))
      mustAgree(`difference of ${String(coin)}`, write(0n), difference);
  },
};

export const ownerSteps: readonly Step[] = [
  throwSwitch,
  setFigure,
  changeCoin,
  changeMarket,
  changeTerms,
  changeOffer,
  report,
];
