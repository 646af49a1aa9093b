// Written by `npm run wire-docs` from packages/contract: change that.
import type { Flag } from '../values.ts';

export interface SiteCalls {
  /** Pictures of the home screen. */
  'getBanner': {
    takes: {};
    answers: {
      img: string;
      url: string;
    }[];
  };
  /** Articles for all, and for readers of the requested language: HTML, sanitised when stored and when shown (RULES 7). */
  'getContentList': {
    takes: {};
    answers: {
      list: {
        title: string;
        img: string;
        content: string;
      }[];
    };
  };
  /** Partner sites. */
  'getFriendList': {
    takes: {};
    answers: {
      list: {
        url: string;
        img: string;
        title: string;
      }[];
    };
  };
  /** The languages that `Lang` and `setLang` take. */
  'getLangList': {
    takes: {};
    answers: {
      language_name: string;
      file_name: string;
      is_default: Flag;
    }[];
  };
  /** What the site has switched on, with its limits and texts. */
  'getSetting': {
    takes: {};
    answers: {
      name: string;
      logo: string;
      /** The page script that two owners approved, or empty. Loaded from `custom_script_src`, never inlined, and on no screen of login, registration, security, withdrawals or bank cards (RULES 7). */
      custom_script: string;
      /** Its address on this origin, or empty. The content under one address never changes. */
      custom_script_src: string;
      unread_notice_switch: Flag;
      custom_service: string;
      flash_exchange_status: Flag;
      loan_switch: Flag;
      machine_switch: Flag;
      staking_switch: Flag;
      /** Shows the link to /staking-list; 0 by default (PRODUCT 24). */
      staking_list_switch: Flag;
      Internal_transfer_status: Flag;
      account_transfer_status: Flag;
      recharge_status: Flag;
      withdrawal_status: Flag;
      certification_switch: Flag;
      address_switch: Flag;
      bank_switch: Flag;
      introduce_switch: Flag;
      traders_password_switch: Flag;
      email_register_switch: Flag;
      phone_register_switch: Flag;
      verify_email_code: Flag;
      /** Registration by phone needs a code sent there (`smssend`). */
      verify_phone_code: Flag;
      invie_code_switch: Flag;
      can_edit_address: Flag;
      can_edit_bank: Flag;
      bank_swan_type: Flag;
      quantize_switch: Flag;
      options_switch: Flag;
      invit_url: string;
      ios_url: string;
      android_url: string;
      /** After a recharge or withdrawal: 1 home, 2 back. */
      recharge_subover_refre: 1 | 2;
      withdrawal_subover_refre: 1 | 2;
      /** 1 while prices are simulated or replayed. */
      demo: Flag;
      terms_version: number;
    };
  };
  'setLang': {
    takes: {
      lang: string;
    };
    answers: null;
  };
}
