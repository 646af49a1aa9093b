-- Every row keeps to what 0060 asks of those that came after it.

alter table loan validate constraint loan_late_interest;
