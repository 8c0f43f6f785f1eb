-- Adds a webhook, or changes the address of one that is there.
-- ARGV: name, the job as JSON, after (ms), how long the job is kept (ms), its address, its ask key, most of that
-- Reply: 1, or 0 where most of the ask key are there
local name, keep, key = ARGV[1], tonumber(ARGV[4]), ARGV[6]
if redis.call('EXISTS', jobs .. name) == 0 then
  if redis.call('ZCARD', queueOf(key)) >= tonumber(ARGV[7]) then return 0 end
  redis.call('HSET', jobs .. name, 'job', ARGV[2], 'url', ARGV[5], 'attempts', 0, 'key', key)
  redis.call('PEXPIRE', jobs .. name, keep)
  set(key, name, tonumber(ARGV[3]))
else
  redis.call('HSET', jobs .. name, 'url', ARGV[5])
end
for _, one in ipairs({ due, queueOf(key) }) do
  if redis.call('PTTL', one) < keep then redis.call('PEXPIRE', one, keep) end
end
return 1
