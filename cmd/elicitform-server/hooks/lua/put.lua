-- Adds a webhook, or changes the address of one that is there.
-- KEYS: due, jobs; ARGV: name, the job as JSON, after (ms), how long the job is kept (ms), its address
local clock = redis.call('TIME')
local now = tonumber(clock[1]) * 1000 + math.floor(tonumber(clock[2]) / 1000)
if redis.call('ZADD', KEYS[1], 'NX', string.format('%.0f', now + tonumber(ARGV[3])), ARGV[1]) == 1 then
  redis.call('HSET', KEYS[2] .. ARGV[1], 'job', ARGV[2], 'url', ARGV[5], 'attempts', 0)
  redis.call('PEXPIRE', KEYS[2] .. ARGV[1], ARGV[4])
elseif redis.call('EXISTS', KEYS[2] .. ARGV[1]) == 1 then
  redis.call('HSET', KEYS[2] .. ARGV[1], 'url', ARGV[5])
end
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[4]) then redis.call('PEXPIRE', KEYS[1], ARGV[4]) end
return 1
