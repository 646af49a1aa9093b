import { startChildServer } from '../../apps/server/src/testing/child-server.ts';
import { messageOf } from '../support/message-of.ts';
import type { Fault } from './fault.ts';

const ANSWERS_BETWEEN = 60;
const REFUSAL = 'SECRET is not the one that this database works with';

/** Starts a server by these variables; what it wrote when it did not start. */
const refusalOf = async (dataDir: string, env: Readonly<Record<string, string>>): Promise<string> => {
  try {
    const server = await startChildServer({ dataDir, env });
    await server.kill();
    return 'it started';
  } catch (error) {
    return messageOf(error);
  }
};

export const wrongSecret: Fault = {
  name: 'wrong-secret',
  does: 'starts the server with another SECRET, which must refuse in one sentence and change nothing, and with the right one again',
  times: { full: 5, short: 1 },
  needs: {},
  async strike(ground, { times }) {
    const { dataDir, env } = ground.target.options;
    for (let number = 1; number <= times; number += 1) {
      await ground.untilAnswered(ANSWERS_BETWEEN);
      let written = '';
      await ground.target.restart(async () => {
        await ground.target.stop();
        written = await refusalOf(dataDir, {
          ...env,
          ...ground.databaseEnv,
          SECRET: `another secret, number ${number}`,
        });
      });
      const sentences = written.split('\n').filter((line) => line.includes(REFUSAL));
      if (sentences.length !== 1 || written.includes('    at '))
        ground.doubt(`a start with another SECRET did not refuse in one sentence: ${written}`);
    }
    await ground.untilAnswered(ANSWERS_BETWEEN);
    return [`${times} starts with another SECRET were refused`];
  },
};
