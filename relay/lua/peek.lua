-- Says how a question stands. Only its asker peeks: as long as it does, the question is somebody's.
-- KEYS: request, open, version, gone
-- ARGV: lease (ms), keep (ms)
-- Reply: state, "", result, deadline. The state may also be "unknown".
local r, lease, keep = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
local had = redis.call('HMGET', r, 'state', 'result', 'deadline')
if not had[1] then
  return { 'unknown', '', '', '0' }
end
if had[1] == 'open' then
  local time = redis.call('TIME')
  local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
  redis.call('HSET', r, 'lease', string.format('%.0f', now + lease))
  redis.call('PEXPIRE', r, lease + keep)
  redis.call('PEXPIRE', KEYS[2], 86400000)
  redis.call('PEXPIRE', KEYS[3], 86400000)
end
return { had[1], '', had[2] or '', had[3] }
