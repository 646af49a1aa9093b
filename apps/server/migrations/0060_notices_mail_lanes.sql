-- Mails of notices are sent by kind: what members must know about their security before what informs.

-- Null of mails from before.
alter table notice_mail add column member_id bigint;
-- 0 security; 1 what informs; 2 what one member has too many of. Each has a share of what is sent, 0 the most.
alter table notice_mail add column lane smallint not null default 0;
alter table notice_mail add constraint notice_mail_lane check (lane in (0, 1, 2)) not valid;
alter table notice_mail validate constraint notice_mail_lane;
