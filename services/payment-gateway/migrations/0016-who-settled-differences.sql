-- The person or API key that settled a difference, beside the user for whom they did it.
alter table statement_differences add column settled_by_actor text;
