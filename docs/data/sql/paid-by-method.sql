-- How many charges were paid by each method, and how much came, in minor units.
select payment_method, currency, count(*) as paid_charges, sum(gross_amount_minor) as gross_minor
from charge_paid
group by payment_method, currency
order by gross_minor desc;
