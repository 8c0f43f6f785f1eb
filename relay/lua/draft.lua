-- Stores the person's unfinished answer for other devices, without a notification.
-- ARGV: draft
-- Reply: state, "", "", deadline, asker. The state may also be "unknown", or "conflict" for another round.
local state, _, deadline, fields = find()
if state == 'open' then
  redis.call('HSET', r, 'draft', ARGV[4])
end
return { state, '', '', deadline, state ~= 'conflict' and fields[9] or '' }
