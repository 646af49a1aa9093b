-- outside a transaction

-- What is sent next, by lane.
drop index concurrently if exists notice_mail_next;
create index concurrently notice_mail_next on notice_mail (lane, attempt_at, notice_id) where state = 'waiting';

-- A member's newest mails.
drop index concurrently if exists notice_mail_of_member;
create index concurrently notice_mail_of_member on notice_mail (member_id, lane, notice_id desc)
  where member_id is not null;

-- What waits from before.
update notice_mail m set lane = 1 from notice n
where n.id = m.notice_id and m.state = 'waiting' and m.lane = 0 and n.kind in ('recharge-credited', 'recharge-refused',
  'correction', 'identity-certified', 'identity-refused', 'loan-approved', 'loan-refused', 'loan-collected',
  'loan-overdue', 'transfer-received', 'mining-ended', 'stake-ended');
