-- What a passkey signs before something leaves is the hash of what and where, with these characters of ours in it (rules 8); null for other purposes.
alter table passkey_challenge add column nonce text;
