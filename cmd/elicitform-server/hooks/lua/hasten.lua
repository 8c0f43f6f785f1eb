-- Makes a webhook due now, where there is one. Who has claimed it before cannot delay it any more.
-- ARGV: name
local key = redis.call('HGET', jobs .. ARGV[1], 'key')
if not key then return 0 end
set(key, ARGV[1], 0)
redis.call('HINCRBY', jobs .. ARGV[1], 'claim', 1)
return 1
