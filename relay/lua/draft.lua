-- Keeps what the person has begun to answer, for another device. Nobody is told of it.
-- ARGV: draft
-- Reply: state, "", "", deadline. The state may also be "unknown", and "conflict" for another round.
local had = redis.call('HMGET', r, 'state', 'deadline', 'fp')
if not had[1] then
  return { 'unknown', '', '', '0' }
end
if had[3] ~= fp then
  return { 'conflict', '', '', had[2] }
end
if had[1] == 'open' then
  redis.call('HSET', r, 'draft', ARGV[4])
end
return { had[1], '', '', had[2] }
