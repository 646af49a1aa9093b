-- What operators write may be for the readers of one language: a notice for all who read it, an article among those in it. Empty is every language.

alter table notice add column lang text not null default '' check (lang = '' or lang ~ '^[A-Za-z-]{2,8}$');
-- Whom it is for is one thing: a member, or the readers of a language, or all.
alter table notice add check (member_id is null or lang = '');
alter table content add column lang text not null default '' check (lang = '' or lang ~ '^[A-Za-z-]{2,8}$');

-- Those for all and those for a language's readers are read as two lists, each newest first, and merged.
create index notice_for_readers on notice (lang, id desc) where member_id is null and enabled;
drop index notice_for_all;
