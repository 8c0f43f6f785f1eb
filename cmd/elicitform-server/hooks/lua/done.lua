-- Removes a webhook, and stores its failure.
-- KEYS: also failed; ARGV: name, its ask key, the failure as JSON or nothing, maximum of stored failures, their age (ms)
redis.call('ZREM', queueOf(ARGV[2]), ARGV[1])
note(ARGV[2])
local removed = redis.call('DEL', jobs .. ARGV[1])
if removed == 1 and ARGV[3] ~= '' then
  redis.call('LPUSH', KEYS[3], ARGV[3])
  redis.call('LTRIM', KEYS[3], 0, tonumber(ARGV[4]) - 1)
  redis.call('PEXPIRE', KEYS[3], ARGV[5])
end
return removed
