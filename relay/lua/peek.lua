-- Says how a round stands. Only its client peeks: as long as it does, the round has a client.
-- ARGV: lease (ms), keep (ms)
-- Reply: state, "", result, deadline, asker. The state may also be "unknown", and "conflict" for another round.
local state, result, deadline, had = find()
if state == 'open' then
  -- Redis may have lost the list of open rounds, or their sizes, and not this record.
  enlist(had[9] or '', had[7] or '', tonumber(ARGV[4]), tonumber(ARGV[5]), had)
end
return { state, '', result, deadline, state ~= 'conflict' and had[9] or '' }
