import { Bone } from '@plimsoll/ui';

/** Rows of options that are still to come. */
export const ListBones = () => (
  <div className="rows">
    {Array.from({ length: 5 }, (_, row) => <div key={row} className="grid gap-3 px-4 py-3.5"><Bone height={22} width={180 + ((row * 31) % 60)} /><Bone height={34} /><Bone height={16} width={130} /></div>)}
  </div>
);

/** The form that is still to come. */
export const FormBones = () => <div className="grid gap-4"><Bone height={18} /><Bone height={100} /><Bone height={112} /><Bone height={58} /></div>;
