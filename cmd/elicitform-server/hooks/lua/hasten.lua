-- Makes a webhook due now. A process that has claimed it can no longer delay it.
-- ARGV: name
local key = redis.call('HGET', jobs .. ARGV[1], 'key')
if not key then return 0 end
set(key, ARGV[1], 0)
redis.call('HINCRBY', jobs .. ARGV[1], 'claim', 1)
return 1
