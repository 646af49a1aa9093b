// Written by `npm run wire-docs` from packages/contract: change that.
import type { Flag, Id, Time } from '../values.ts';

export interface SecurityCalls {
  /** The browser's new passkey, within five minutes, and its name. */
  'addPasskey': {
    takes: {
      name: string;
      passkey: string;
    };
    answers: {
      id: Id;
      recovery_codes: string[] | null;
    };
  };
  /** The first factor comes with recovery codes. */
  'confirmTotp': {
    takes: {
      second?: string;
    };
    answers: {
      recovery_codes: string[] | null;
    };
  };
  /** Ends all but the current one, and forgets every other browser. */
  'endOtherSessions': {
    takes: {};
    answers: {
      ended: number;
    };
  };
  /** Ends one of them at once, also the current one, and forgets its browser. */
  'endSession': {
    takes: {
      id: string | number;
    };
    answers: null;
  };
  'forgetDevice': {
    takes: {
      id: string | number;
    };
    answers: null;
  };
  /** Freezes the caller's account or, with the `token` of a mail's link "this was not me", its recipient's: once, within a week. Every session ends; only two operators thaw it. */
  'freezeMe': {
    takes: {
      token?: string;
    };
    answers: null;
  };
  /** Browsers that need no second factor at login, newest first. */
  'getDevices': {
    takes: {
      page?: string | number;
      limit?: string | number;
    };
    answers: {
      list: {
        id: Id;
        current: Flag;
        addtime: Time;
        last_used: Time;
        expires: Time;
        browser: string;
        system: string;
        address: string;
      }[];
    };
  };
  /** Which second factors are set; no secrets. */
  'getSecurity': {
    takes: {};
    answers: {
      /** An authenticator app is set. */
      totp: Flag;
      totp_since: Time | null;
      passkeys: {
        id: Id;
        name: string;
        addtime: Time;
        last_used: Time | null;
      }[];
      /** Unused recovery codes, and when they were made. */
      recovery_left: number;
      recovery_since: Time | null;
      /** The phrase in every mail to the member. */
      phrase: string | null;
      /** Where mails go; null when none was given. */
      email: string | null;
      /** 1 once the member has proven the address. */
      email_proven: Flag;
      /** 1 when nothing leaves before that. */
      email_needed: Flag;
      /** 1 when a new address or card needs the login password too. */
      password_needed: Flag;
      /** 1 when a withdrawal needs the login password again: it was last given more than twelve hours ago. */
      password_asked: Flag;
      /** Where the app must be open to add and use passkeys. */
      passkey_origin: string;
    };
  };
  /** The current one first, then the newest. */
  'getSessions': {
    takes: {
      page?: string | number;
      limit?: string | number;
    };
    answers: {
      list: {
        id: Id;
        current: Flag;
        bound: Flag;
        addtime: Time;
        last_seen: Time;
        browser: string;
        system: string;
        address: string;
      }[];
    };
  };
  /** Of the last 90 days, newest first: at most a hundred successful and a hundred failed logins. */
  'getSignIns': {
    takes: {
      page?: string | number;
      limit?: string | number;
    };
    answers: {
      list: {
        id: Id;
        at: Time;
        outcome: 'in' | 'wrong-password' | 'wrong-code' | 'frozen';
        second: 'device' | 'totp' | 'passkey' | 'recovery' | 'key' | null;
        browser: string;
        system: string;
        address: string;
      }[];
    };
  };
  /** Logs in by a passkey alone, which identifies the account; the device verified its holder. No second factor is asked for. */
  'loginPasskey': {
    takes: {
      passkey: string;
    };
    answers: {
      userinfo: {
        token: string;
      };
      known: string;
      username: string;
    };
  };
  /** The second step of a login, after `second_factor_required`. With `remember_device` 1 the answer has a token that this browser gives as `device` at its next logins, for 90 days at most: they ask for no second factor. */
  'loginSecond': {
    takes: {
      ticket: string;
      second?: string;
      code?: string;
      passkey?: string;
      remember_device?: '0' | '1' | 0 | 1;
    };
    answers: {
      userinfo: {
        token: string;
      };
      known: string;
      device: string | null;
    };
  };
  /** What a passkey is to sign before a change, or before something leaves. Then `call` names the call (`withdraw`), and its fields say what and where to: `challenge` is SHA-256 of that text (`lastWords`) with `nonce`, valid for no other request. */
  'passkeyChallenge': {
    takes: {
      purpose: 'change' | 'withdraw';
      call?: 'withdraw' | 'balanceTransfer';
      c_id?: string | number;
      num?: string;
      withdraw_type?: '1' | '2' | 1 | 2;
      bank_id?: string;
      to_uid?: string | number;
      amount?: string;
    };
    answers: {
      challenge: string;
      rpId: string;
      timeout: number;
      userVerification: 'required' | 'preferred' | 'discouraged';
      allowCredentials: {
        id: string;
        type: 'public-key';
        transports: string[];
      }[];
      nonce: string | null;
    };
  };
  /** What a passkey may sign to log in by itself, within five minutes. Nothing is stored. */
  'passkeyLoginChallenge': {
    takes: {};
    answers: {
      challenge: string;
      rpId: string;
      timeout: number;
      userVerification: 'required' | 'preferred' | 'discouraged';
      allowCredentials: {
        id: string;
        type: 'public-key';
        transports: string[];
      }[];
    };
  };
  'removePasskey': {
    takes: {
      id: string | number;
      password: string;
      second?: string;
      code?: string;
      passkey?: string;
    };
    answers: null;
  };
  'removeTotp': {
    takes: {
      password: string;
      second?: string;
      code?: string;
      passkey?: string;
    };
    answers: null;
  };
  /** Ten new recovery codes; the former ones expire. */
  'renewRecoveryCodes': {
    takes: {
      password: string;
      second?: string;
      code?: string;
      passkey?: string;
    };
    answers: {
      recovery_codes: string[];
    };
  };
  /** Chooses a phrase that appears in every mail to the member: a mail without it is forged. */
  'setPhrase': {
    takes: {
      phrase: string;
      password: string;
      second?: string;
      code?: string;
      passkey?: string;
    };
    answers: null;
  };
  'startPasskey': {
    takes: {
      password: string;
      second?: string;
      code?: string;
      passkey?: string;
    };
    answers: {
      challenge: string;
      rp: {
        id: string;
        name: string;
      };
    };
  };
  /** Makes an authenticator's secret. It replaces the former one when a code is confirmed within ten minutes. */
  'startTotp': {
    takes: {
      password: string;
      second?: string;
      code?: string;
      passkey?: string;
    };
    answers: {
      secret: string;
      uri: string;
    };
  };
}
