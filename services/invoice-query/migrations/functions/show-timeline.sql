-- Adds what a batch tells to the stories of charges, payments and withdrawals.
create or replace function show_timeline(shown json) returns void language plpgsql strict as $$
begin
  insert into timeline_entries select * from json_populate_recordset(null::timeline_entries, shown);
end
$$;
