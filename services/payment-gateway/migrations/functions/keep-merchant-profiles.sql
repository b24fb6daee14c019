-- version: 2
-- Each profile is whole, and takes the place of the one before. One without a display name was removed.
-- Versions of identity that know no colour change nothing about it.
create or replace function keep_merchant_profiles(profiles json) returns void language sql strict as $$
  delete from merchant_profiles
  using json_to_recordset(profiles) as p ("userId" bigint, "displayName" text)
  where user_id = p."userId" and p."displayName" is null;

  insert into merchant_profiles (user_id, display_name, support_email, support_url, logo_path, brand_color)
  select p."userId", p."displayName", p."supportEmail", p."supportUrl", p."logoPath", p."brandColor"
  from json_to_recordset(profiles)
    as p ("userId" bigint, "displayName" text, "supportEmail" text, "supportUrl" text, "logoPath" text, "brandColor" text)
  where p."displayName" is not null
  on conflict (user_id) do update
    set display_name = excluded.display_name, support_email = excluded.support_email,
      support_url = excluded.support_url, logo_path = excluded.logo_path,
      brand_color = case
        when exists (
          select from json_array_elements(profiles) as said
          where (said ->> 'userId')::bigint = excluded.user_id and said::jsonb ? 'brandColor'
        ) then excluded.brand_color
        else merchant_profiles.brand_color
      end
$$;
