// Written by `npm run wire-docs` from packages/contract: change that.
import type { Id, Time } from '../values.ts';

export interface IdentityCalls {
  /** State of the identity, and the last application; null without one. */
  'getIdentity': {
    takes: {};
    answers: {
      rzstatus: 0 | 1 | 2 | 3;
      application: {
        id: Id;
        real_name: string;
        /** Links; they expire after an hour. */
        front_card: string;
        back_card: string;
        status: 1 | 2 | 3;
        /** Why it was refused. */
        remark: string;
        addtime: Time;
        /** When it was decided; before that, `addtime`. */
        updatetime: Time;
      } | null;
    };
  };
  /** Applies for certification, at `rzstatus` 0 or 3. `certification_switch` hides the screen only. */
  'usrsetreal': {
    takes: {
      real_name: string;
      front_card: string;
      back_card: string;
    };
    answers: null;
  };
}
