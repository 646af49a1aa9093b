-- Whom members found by their names (RULES 5.5). A receiver who was reached by number alone is shown with a masked name.

-- The newest thousands of a member's; older ones go.
create table found_member (
  member_id bigint not null references member,
  found_id bigint not null references member,
  found_at timestamptz not null,
  primary key (member_id, found_id)
);
create index found_member_newest on found_member (member_id, found_at desc);
grant select, insert, delete on found_member to plimsoll_app;
grant update (found_at) on found_member to plimsoll_app;

-- Receivers of before count as found.
insert into found_member (member_id, found_id, found_at)
select member_id, to_member_id, max(placed_at) from member_transfer group by member_id, to_member_id;
