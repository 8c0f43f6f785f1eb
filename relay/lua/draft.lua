-- Keeps what somebody has begun to answer, for another device. Nobody is told of it.
-- KEYS: request, open, version, gone, sizes
-- ARGV: id, fingerprint, channel, draft
-- Reply: state, "", "", deadline. The state may also be "unknown", and "conflict" for another question.
local had = redis.call('HMGET', KEYS[1], 'state', 'deadline', 'fp')
if not had[1] then
  return { 'unknown', '', '', '0' }
end
if had[3] ~= ARGV[2] then
  return { 'conflict', '', '', had[2] }
end
if had[1] == 'open' then
  redis.call('HSET', KEYS[1], 'draft', ARGV[4])
end
return { had[1], '', '', had[2] }
