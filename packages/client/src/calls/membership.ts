// Written by `npm run wire-docs` from packages/contract: change that.
import type { Flag, Id, Time } from '../values.ts';

export interface MembershipCalls {
  /** Sends a code to an e-mail address, for `captcha`. */
  'emssend': {
    takes: {
      email: string;
    };
    answers: null;
  };
  /** Mails a link for a new login password to an account's address. The answer is the same for everyone. */
  'forgotpwd': {
    takes: {
      email: string;
    };
    answers: null;
  };
  /** Reads a mailed link without using it up. */
  'getNewpwd': {
    takes: {
      token: string;
    };
    answers: {
      username: string;
      expires: Time;
      factors: ('totp' | 'passkey' | 'recovery')[];
      /** Null without passkeys. */
      passkey: {
        challenge: string;
        rpId: string;
        timeout: number;
        userVerification: 'required' | 'preferred' | 'discouraged';
        allowCredentials: {
          id: string;
          type: 'public-key';
          transports: string[];
        }[];
      } | null;
    };
  };
  /** The member who is logged in. */
  'getusr': {
    takes: {};
    answers: {
      username: string;
      id: Id;
      vip: number;
      credit_score: number;
      rzstatus: 0 | 1 | 2 | 3;
      have_pay: Flag;
      has_unread: Flag;
      invit: string;
    };
  };
  /** `device` is the token that `loginSecond` gave this browser. On another browser a member with a second factor is refused with `second_factor_required`, whose `data` is `secondNeeded`. */
  'login': {
    takes: {
      username: string;
      password: string;
      device?: string;
      known?: string;
      work?: string;
    };
    answers: {
      userinfo: {
        token: string;
      };
      known: string;
    };
  };
  /** Ends the session of the token. */
  'logout': {
    takes: {};
    answers: null;
  };
  /** Sets a new login password by a mailed link, once, with a second factor where one is set; ends every session. */
  'newpwd': {
    takes: {
      token: string;
      password: string;
      repassword: string;
      second?: string;
      code?: string;
      passkey?: string;
    };
    answers: null;
  };
  /** Proves the member's own address by such a code. In live mode nothing leaves before. */
  'proveEmail': {
    takes: {
      captcha: string;
    };
    answers: null;
  };
  /** Registers by e-mail (`type` 2) or phone (1), and logs in. */
  'register': {
    takes: {
      type: '1' | '2' | 1 | 2;
      email?: string;
      phone?: string;
      password: string;
      repassword: string;
      /** Invitation code, ignored while `invie_code_switch` is 0. */
      code?: string;
      /** From the e-mail or text message, when the site asks for one. */
      captcha?: string;
    };
    answers: {
      userinfo: {
        token: string;
      };
      known: string;
    };
  };
  /** Sets or changes the payment password; takes the login password. */
  'resetpay': {
    takes: {
      logpassword: string;
      newpassword: string;
      second?: string;
      code?: string;
      passkey?: string;
    };
    answers: null;
  };
  /** Changes the login password and ends every session of the member. Here and in `resetpay` with a second factor where one is set. */
  'resetpwd': {
    takes: {
      oldpassword: string;
      newpassword: string;
      second?: string;
      code?: string;
      passkey?: string;
    };
    answers: null;
  };
  /** Mails a code that proves the address given, or the member's own. The answer is the same whether one is sent or not, and whoever owns the address. */
  'sendEmailCode': {
    takes: {
      email?: string;
    };
    answers: null;
  };
  /** Sets an e-mail address by the code mailed to it; the former one is notified. Who logs in by address uses the new one from then on: `username`, and `known` as in login's answer. */
  'setEmail': {
    takes: {
      email: string;
      captcha: string;
      password: string;
      second?: string;
      code?: string;
      passkey?: string;
    };
    answers: {
      username: string;
      known: string;
    };
  };
  /** Sends a code to a phone number, as emssend does to an address; off with registration by phone. */
  'smssend': {
    takes: {
      phone: string;
    };
    answers: null;
  };
}
