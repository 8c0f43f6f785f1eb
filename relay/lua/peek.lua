-- Says how a question stands. Only its asker peeks: as long as it does, the question is somebody's.
-- KEYS: request, open, version, gone, sizes
-- ARGV: id, fingerprint, channel, lease (ms), keep (ms)
-- Reply: state, "", result, deadline. The state may also be "unknown", and "conflict" for another question.
local r, open, version, sizes = KEYS[1], KEYS[2], KEYS[3], KEYS[5]
local id, lease, keep = ARGV[1], tonumber(ARGV[4]), tonumber(ARGV[5])
local had = redis.call('HMGET', r, 'state', 'result', 'deadline', 'fp', 'server')
if not had[1] then
  return { 'unknown', '', '', '0' }
end
if had[4] ~= ARGV[2] then
  return { 'conflict', '', '', had[3] }
end
if had[1] == 'open' then
  local clock = redis.call('TIME')
  local now = tonumber(clock[1]) * 1000 + math.floor(tonumber(clock[2]) / 1000)
  redis.call('HSET', r, 'lease', string.format('%.0f', now + lease))
  redis.call('PEXPIRE', r, lease + keep)
  -- Redis may have lost the open ones, or their sizes, and not this record.
  local lost = not redis.call('ZSCORE', open, id)
  if lost then
    redis.call('SET', version, string.format('%.0f', now), 'NX')
    redis.call('ZADD', open, redis.call('INCR', version), id)
  end
  if redis.call('HEXISTS', sizes, id) == 0 then
    redis.call('HSET', sizes, id, redis.call('HSTRLEN', r, 'body') .. ' ' .. (had[5] or ''))
  end
  local time = math.max(86400000, lease + keep)
  for _, key in ipairs({ open, version, sizes }) do
    if redis.call('PTTL', key) < time then redis.call('PEXPIRE', key, time) end
  end
  if lost then
    redis.call('PUBLISH', ARGV[3], redis.call('GET', version) .. ' ' .. id)
  end
end
return { had[1], '', had[2] or '', had[3] }
