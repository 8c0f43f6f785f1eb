-- Keeps what somebody has begun to answer, for another device. Nobody is told of it.
-- KEYS: request, open, version, gone
-- ARGV: draft
-- Reply: state, "", "", deadline. The state may also be "unknown".
local had = redis.call('HMGET', KEYS[1], 'state', 'deadline')
if not had[1] then
  return { 'unknown', '', '', '0' }
end
if had[1] == 'open' then
  redis.call('HSET', KEYS[1], 'draft', ARGV[1])
end
return { had[1], '', '', had[2] }
