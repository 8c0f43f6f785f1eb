-- Claims the webhooks that have been due the longest, the same number of each ask key, and postpones them by the lease.
-- ARGV: maximum number, maximum of an ask key, lease (ms), then the ask keys to skip
-- Reply: for each the job as JSON, its address, its attempts, and the claim
local reply, busy, keys = {}, {}, {}
for i = 4, #ARGV do busy[ARGV[i]] = true end
for _, key in ipairs(redis.call('ZRANGEBYSCORE', due, '-inf', now)) do
  if not busy[key] then keys[#keys + 1] = key end
end
local free = tonumber(ARGV[1])
local each = math.min(tonumber(ARGV[2]), math.max(1, math.floor(free / math.max(1, #keys))))
for _, key in ipairs(keys) do
  for _, name in ipairs(redis.call('ZRANGEBYSCORE', queueOf(key), '-inf', now, 'LIMIT', 0, math.min(each, free))) do
    local job = redis.call('HMGET', jobs .. name, 'job', 'url', 'attempts')
    if job[1] then
      redis.call('ZADD', queueOf(key), whole(now + tonumber(ARGV[3])), name)
      local claim = redis.call('HINCRBY', jobs .. name, 'claim', 1)
      for _, field in ipairs({ job[1], job[2], job[3], tostring(claim) }) do reply[#reply + 1] = field end
      free = free - 1
    else
      redis.call('ZREM', queueOf(key), name)
    end
  end
  note(key)
end
return reply
