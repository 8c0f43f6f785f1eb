-- Removes a webhook, and remembers why it failed.
-- KEYS: due, jobs, failed; ARGV: name, the failure as JSON or nothing, how many are remembered, for how long (ms)
redis.call('ZREM', KEYS[1], ARGV[1])
local there = redis.call('DEL', KEYS[2] .. ARGV[1])
if there == 1 and ARGV[2] ~= '' then
  redis.call('LPUSH', KEYS[3], ARGV[2])
  redis.call('LTRIM', KEYS[3], 0, tonumber(ARGV[3]) - 1)
  redis.call('PEXPIRE', KEYS[3], ARGV[4])
end
return there
