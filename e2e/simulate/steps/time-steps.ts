import type { Exchange } from '../feed.ts';
import type { Scene } from '../scene.ts';
import type { Step } from './step.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export async function doDue(scene: Scene): Promise<void> {
  scene.note('what is due is done');
  if (scene.dice.chance(8)) await interrupt(scene);
  await scene.server.settleOptions();
  scene.model.options.settle();
  await scene.server.doDue();
  scene.model.doDue();
}

/** Settles over a connection that breaks; a later run does the rest. */
async function interrupt(scene: Scene): Promise<void> {
  const how = scene.dice.pick([
    { kind: 'took-effect' },
    { kind: 'took-none' },
    { kind: 'cut', before: scene.dice.from(1, 6) },
  ] as const);
  scene.note(`    interrupted: ${how.kind}`);
  scene.server.connections[1]?.breakNext(how);
  await scene.server.settleOptions().catch(() => {});
  scene.mend();
}

async function quoteSome(scene: Scene, exchange: Exchange): Promise<void> {
  for (const market of scene.model.world.markets.values())
    if (scene.dice.chance(70)) await exchange.quote(market, { withBook: scene.dice.chance(80) });
}

const soon: Step = {
  name: 'seconds pass',
  weight: 16,
  async run(scene, exchange) {
    for (let times = scene.dice.from(1, 4); times > 0; times -= 1) {
      scene.clock.advance(scene.dice.from(1, 9000));
      if (scene.dice.chance(85)) await quoteSome(scene, exchange);
    }
    if (scene.dice.chance(70)) await doDue(scene);
  },
};

const later: Step = {
  name: 'minutes pass',
  weight: 5,
  async run(scene, exchange) {
    scene.clock.advance(scene.dice.from(MINUTE_MS, 20 * MINUTE_MS));
    await quoteSome(scene, exchange);
    if (scene.dice.chance(80)) await doDue(scene);
  },
};

const silence: Step = {
  name: 'silence',
  weight: 2,
  async run(scene) {
    scene.clock.advance(scene.dice.pick([5000, 5001, 6000, 60_000, 600_000]));
    if (scene.dice.chance(50)) await doDue(scene);
  },
};

const quotes: Step = { name: 'quotes', weight: 8, run: quoteSome };

const jump: Step = {
  name: 'a jump that is meant',
  weight: 2,
  run: (scene, exchange) => exchange.insist(scene.dice.pick([...scene.model.world.markets.values()])),
};

const restart: Step = {
  name: 'killed and restarted',
  weight: 5,
  async run(scene, exchange) {
    await scene.server.flushTape();
    scene.model.prices.flush();
    if (scene.dice.chance(30)) {
      scene.note('a tick lost with the process');
      await exchange.quote(scene.dice.pick([...scene.model.world.markets.values()]), { isKept: false });
    }
    scene.note('killed and restarted');
    scene.clock.advance(scene.dice.from(400, 20_000));
    await scene.restart();
  },
};

/** Sets the server's clock wrong, or right again. */
const skew: Step = {
  name: 'the clock is set',
  weight: 3,
  async run(scene) {
    const byMs = scene.clock.skewMs !== 0 && scene.dice.chance(70) ? 0 : scene.dice.pick([HOUR_MS, -24 * HOUR_MS, 0]);
    scene.note(`the clock is set ${byMs - scene.clock.skewMs} ms on`);
    scene.clock.skew(byMs);
    if (scene.dice.chance(50)) await doDue(scene);
  },
};

export async function passHours(scene: Scene, exchange: Exchange): Promise<void> {
  scene.clock.advance(scene.dice.from(HOUR_MS, 11 * HOUR_MS));
  await quoteSome(scene, exchange);
  await doDue(scene);
}

export const timeSteps: readonly Step[] = [soon, later, silence, quotes, jump, restart, skew];
