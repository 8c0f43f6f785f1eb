-- Takes the webhooks that have been due the longest, and makes them due again after the lease.
-- KEYS: due, jobs; ARGV: most, lease (ms)
-- Reply: for each the job as JSON, its address, its attempts, and the claim
local clock = redis.call('TIME')
local now = tonumber(clock[1]) * 1000 + math.floor(tonumber(clock[2]) / 1000)
local reply = {}
for _, name in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[1])) do
  local had = redis.call('HMGET', KEYS[2] .. name, 'job', 'url', 'attempts')
  if had[1] then
    redis.call('ZADD', KEYS[1], string.format('%.0f', now + tonumber(ARGV[2])), name)
    local claim = redis.call('HINCRBY', KEYS[2] .. name, 'claim', 1)
    for _, field in ipairs({ had[1], had[2], had[3], tostring(claim) }) do reply[#reply + 1] = field end
  else
    redis.call('ZREM', KEYS[1], name)
  end
end
return reply
