/** A member's name in a list: long ones are cut, the whole of it is read out and shown on pointing. */
export const MemberName = ({ name }: { readonly name: string }) => <bdi className="inline-block max-w-44 truncate align-bottom" title={name}>{name}</bdi>;
