-- Every row keeps to what 0080 asks of those that came after it.

alter table tick validate constraint tick_source;
