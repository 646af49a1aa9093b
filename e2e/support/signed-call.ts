import { createHmac } from 'node:crypto';

/** A key as its member copied it. */
export interface CopiedKey {
  readonly access: string;
  readonly secret: string;
}

/** What a program is answered that reads the accounts of its member (docs/API.md). */
export async function readAccounts(serverUrl: string, { access, secret }: CopiedKey): Promise<unknown> {
  const path = '/v1/account/accounts';
  const query = new URLSearchParams({
    AccessKeyId: access,
    SignatureMethod: 'HmacSHA256',
    SignatureVersion: '2',
    Timestamp: new Date().toISOString().slice(0, 19),
  }).toString();
  const signature = createHmac('sha256', secret)
    .update(`GET\n${new URL(serverUrl).host}\n${path}\n${query}`)
    .digest('base64');
  const response = await fetch(`${serverUrl}/huobiapi${path}?${query}&Signature=${encodeURIComponent(signature)}`);
  return response.json();
}
