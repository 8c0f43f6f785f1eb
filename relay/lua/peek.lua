-- Says how a round stands. Only its client peeks: as long as it does, the round has a client.
-- ARGV: lease (ms), keep (ms)
-- Reply: the deadline alone, as a number, while the round is open, which is what is read every few seconds; otherwise
-- state, "", result, deadline. The state may also be "unknown", and "conflict" for another round.
local had = redis.call('HMGET', r, 'state', 'result', 'deadline', 'fp', 'server')
if not had[1] then
  return { 'unknown', '', '', '0' }
end
if had[4] ~= fp then
  return { 'conflict', '', '', had[3] }
end
if had[1] ~= 'open' then
  return { had[1], '', had[2] or '', had[3] }
end
-- Redis may have lost the open ones, or their sizes, and not this record.
enlist(redis.call('HSTRLEN', r, 'body'), had[5] or '', tonumber(ARGV[4]), tonumber(ARGV[5]))
return tonumber(had[3])
