-- A session that was begun in the app is bound to its browser (rules 8): to a cookie that no script of a page can read, without which its token
-- opens nothing. What is kept is the SHA-256 of the cookie's value, in hex. Null of sessions of other clients of the wire, and of those from
-- before: their token alone goes on.
alter table session add column cookie_hash text;
alter table session add constraint session_cookie_hash check (cookie_hash ~ '^[0-9a-f]{64}$') not valid;
