import { addressGroups } from './groups.ts';

/** An address in fours, its ends in water. Copied, it is the address without gaps. */
export function AddressText({ address }: { readonly address: string }) {
  return (
    <p dir="ltr" className="mono flex flex-wrap gap-x-2.5 text-14 leading-5.5 [overflow-wrap:anywhere]">
      {addressGroups(address).map(({ text, isEnd }, at) => <span key={at} className={isEnd ? 'font-semibold text-water' : ''}>{text}</span>)}
    </p>
  );
}
