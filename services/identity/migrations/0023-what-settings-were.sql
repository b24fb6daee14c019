-- What a setting of another service was and became: known when the outcome is.
alter table audit_outcomes add column before jsonb, add column after jsonb;
