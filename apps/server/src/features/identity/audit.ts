import { IDENTITY_STATUS } from '@plimsoll/contract';
import type { SliceAudit } from '../../ledger/index.ts';

/** Audits of identities: statuses follow the newest application, and none follows an open or certified one. */
export const identityAudits: readonly SliceAudit[] = [
  {
    name: 'each member is certified, refused or under review as their newest application says',
    key: 'identity',
    wrong: `select 'member ' || m.id || ', identity_status ' || m.identity_status || '; application ' || coalesce(a.id || ', status ' || a.status, 'none') as row
      from member m left join lateral (select id, status from identity_application where member_id = m.id order by id desc limit 1) a on true
      where m.identity_status <> coalesce(a.status, ${IDENTITY_STATUS.none})
      union all
      select 'application ' || a.id || ' of member ' || a.member_id || ', status ' || a.status || ', is followed by ' || b.id
      from identity_application a join identity_application b on b.member_id = a.member_id and b.id > a.id
      where a.status <> ${IDENTITY_STATUS.refused}`,
    figures: `select count(*) || ' applications, ' || count(*) filter (where status = ${IDENTITY_STATUS.review}) || ' under review, '
      || count(*) filter (where status = ${IDENTITY_STATUS.certified}) || ' certified' as row from identity_application`,
  },
];
