import { showToast } from '@plimsoll/ui';
import { useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useSubmit } from '../../platform/submit.ts';
import type { Refusal } from '../../platform/envelope.ts';
import { isAboutProof, useProof } from '../security/index.ts';
import type { AddressCoin } from './address-coins.ts';

/** What the server stores: without the white space around it. */
export const trimmed = (text: string): string => text.replaceAll(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');

interface AddressInput {
  readonly coin: AddressCoin;
  readonly onBound: (isHere: boolean) => void;
  readonly onRefused: () => void;
}

/** An address being written, its proof, and sending it. */
export function useAddress({ coin, onBound, onRefused }: AddressInput) {
  const t = useTranslations('payouts.address');
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const proof = useProof();
  const refused = isAboutProof(refusal) ? undefined : refusal?.message;
  const enter = (next: string) => {
    setText(next);
    setMissing(false);
    setRefusal(undefined);
  };
  const { busy, submit } = useSubmit('setusraddress', {
    onDone(_answer, isHere) {
      enter('');
      onBound(isHere);
    },
    onRefused(next) {
      setRefusal(next);
      onRefused();
      if (isAboutProof(next)) proof.lookAgain();
    },
  });
  const address = trimmed(text);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || proof.busy) return;
    if (address === '') {
      setMissing(true);
      showToast('bad', t('missing'));
      return;
    }
    const given = await proof.give();
    if (given) await submit({ c_id: coin.id, address, ...given });
  };
  return { text, enter, address, isMissing, refused, refusal, setRefusal, proof, isBusy: busy || proof.busy, send };
}
