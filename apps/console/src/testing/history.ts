/** What `GET /members/7/history` answers of a member with one deposit. */
export const HISTORY = {
  list: [
    {
      at: '2026-01-02 03:04:05',
      what: 'deposit',
      ref: 5,
      note: 'Tron',
      amount: '12',
      coinName: 'ABCD',
      state: 'done',
    },
  ],
};
