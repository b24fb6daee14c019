-- version: 1
-- Adds what a batch shows of days, one row for each user, day and method, and the same to the totals of all users.
create or replace function show_charge_days(shown json) returns void language plpgsql strict as $$
begin
  insert into charge_days as d (
    user_id, day, payment_method, paid_count, paid_minor, fee_minor, refund_count, refund_minor, failed_count
  )
  select
    coalesce(user_id, 0), day, payment_method, sum(paid_count), sum(paid_minor), sum(fee_minor), sum(refund_count),
    sum(refund_minor), sum(failed_count)
  from json_populate_recordset(null::charge_days, shown)
  group by grouping sets ((user_id, day, payment_method), (day, payment_method))
  order by 1, 2, 3
  on conflict (user_id, day, payment_method) do update set
    paid_count = d.paid_count + excluded.paid_count,
    paid_minor = d.paid_minor + excluded.paid_minor,
    fee_minor = d.fee_minor + excluded.fee_minor,
    refund_count = d.refund_count + excluded.refund_count,
    refund_minor = d.refund_minor + excluded.refund_minor,
    failed_count = d.failed_count + excluded.failed_count;
end
$$;
