-- Adds a webhook, or changes the address of an existing queue.
-- ARGV: name, the job as JSON, after (ms), age of the job (ms), its address, its ask key, maximum of that key
-- Reply: 1, or 0 if the ask key has its maximum
local name, keep, key = ARGV[1], tonumber(ARGV[4]), ARGV[6]
if redis.call('EXISTS', jobs .. name) == 0 then
  if redis.call('ZCARD', queueOf(key)) >= tonumber(ARGV[7]) then return 0 end
  redis.call('HSET', jobs .. name, 'job', ARGV[2], 'url', ARGV[5], 'attempts', 0, 'key', key)
  redis.call('PEXPIRE', jobs .. name, keep)
  set(key, name, tonumber(ARGV[3]))
else
  redis.call('HSET', jobs .. name, 'url', ARGV[5])
end
for _, queue in ipairs({ due, queueOf(key) }) do
  if redis.call('PTTL', queue) < keep then redis.call('PEXPIRE', queue, keep) end
end
return 1
