-- One index for each filter of the log, ending in the order of the list, so that a page is a walk along it however rare its
-- rows are. In the order of created_at, and within one of the id: a window of time is a part of it then.
create index deliveries_by_time on deliveries (user_id, created_at desc, delivery_id desc);
create index deliveries_by_status on deliveries (user_id, status, created_at desc, delivery_id desc);
create index deliveries_by_type on deliveries (user_id, event_type, created_at desc, delivery_id desc);
create index deliveries_of_endpoint on deliveries (endpoint_id, created_at desc, delivery_id desc)
  where endpoint_id is not null;
create index deliveries_by_event on deliveries (webhook_id);
-- What a receiver's outage left, for recovering it: few of all that an endpoint gets.
create index deliveries_failed_of_endpoint on deliveries (endpoint_id, created_at) where status = 'EXHAUSTED';

-- deliveries_by_time and deliveries_of_endpoint take their place.
drop index deliveries_by_user;
drop index deliveries_by_endpoint;
