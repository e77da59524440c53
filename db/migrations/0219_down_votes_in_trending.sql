-- Down votes lower the trending score even if they outweigh the up votes: until now, copies counted in full beside them.
-- A negative heat is the heat of what is subtracted. Null is zero. Beyond a difference of 700, the smaller one is
-- negligible and exp() would fail.
create or replace function added_heat(a double precision, b double precision) returns double precision
  language sql immutable parallel safe
  return case
    when a is null or b is null then coalesce(a, b)
    when abs(a) = abs(b) and sign(a) <> sign(b) then null
    else sign(case when abs(a) >= abs(b) then a else b end)
      * (greatest(abs(a), abs(b)) + ln(1 + sign(a) * sign(b) * exp(greatest(-700, -abs(abs(a) - abs(b))))))
  end;
-- A job stores the heat of these votes, which recomputes the score.
update vote_tallies set changed = true where weight < 0;
