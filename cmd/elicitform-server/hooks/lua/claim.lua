-- Takes the webhooks that have been due the longest, the same number of each ask key, and makes them due again after the lease.
-- ARGV: most, most of an ask key, lease (ms), then the ask keys of which none is wanted
-- Reply: for each the job as JSON, its address, its attempts, and the claim
local reply, busy, keys = {}, {}, {}
for i = 4, #ARGV do busy[ARGV[i]] = true end
for _, key in ipairs(redis.call('ZRANGEBYSCORE', due, '-inf', now)) do
  if not busy[key] then keys[#keys + 1] = key end
end
local left = tonumber(ARGV[1])
local each = math.min(tonumber(ARGV[2]), math.max(1, math.floor(left / math.max(1, #keys))))
for _, key in ipairs(keys) do
  for _, name in ipairs(redis.call('ZRANGEBYSCORE', queueOf(key), '-inf', now, 'LIMIT', 0, math.min(each, left))) do
    local had = redis.call('HMGET', jobs .. name, 'job', 'url', 'attempts')
    if had[1] then
      redis.call('ZADD', queueOf(key), whole(now + tonumber(ARGV[3])), name)
      local claim = redis.call('HINCRBY', jobs .. name, 'claim', 1)
      for _, field in ipairs({ had[1], had[2], had[3], tostring(claim) }) do reply[#reply + 1] = field end
      left = left - 1
    else
      redis.call('ZREM', queueOf(key), name)
    end
  end
  note(key)
end
return reply
