-- Keeps what the person has begun to answer, for another device. Nobody is told of it.
-- ARGV: draft
-- Reply: state, "", "", deadline, asker. The state may also be "unknown", and "conflict" for another round.
local state, _, deadline, had = find()
if state == 'open' then
  redis.call('HSET', r, 'draft', ARGV[4])
end
return { state, '', '', deadline, state ~= 'conflict' and had[9] or '' }
