// Written by `npm run wire-docs` from packages/contract: change that.
export interface InvitationCalls {
  /** The member's invitation code and how many registered with it. */
  'getInvitation': {
    takes: {};
    answers: {
      code: string;
      joined: number;
    };
  };
}
